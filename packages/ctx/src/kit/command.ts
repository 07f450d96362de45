// Declaring a command: arguments, flags, what it returns, how people read it.

export { type CommandIndex, clawable, foreign } from '../cli/command.js';
export { argument, flag } from '../cli/inputs.js';
export { readTable } from '../cli/shipped.js';
export type { CommandEntry, CommandTable } from '../cli/table.js';
export { columns, neutral, styled, type Terminal } from '../cli/terminal.js';
export { closed } from '../protocol/closed.js';
