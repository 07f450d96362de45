// A program over a table of commands.

export { runProcess } from '../cli/process-host.js';
export type { Program } from '../cli/program.js';
