// The commands that every program has.

export { default as help } from '../commands/help.js';
export { default as schema } from '../commands/schema.js';
export { default as version } from '../commands/version.js';
