// A process of its own, for what hosts start all the time and wait for.

export { writeAll } from '../cli/write-all.js';
export { clockFrom } from '../time/clock.js';
