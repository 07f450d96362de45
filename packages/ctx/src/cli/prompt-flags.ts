// A flag before any command may be one of a prompt, `ctx --model haiku "…"`: which ones there are, for whoever mistyped one.

import { Failure } from '../protocol/failure.js';
import type { CommandIndex } from './command.js';

export async function withPromptFlags(failure: Failure, commands: CommandIndex): Promise<Failure> {
  const { code, row, where, wordedAs } = failure;
  const load = 'command' in where ? undefined : commands['run'];
  if (load === undefined) return failure;
  const { default: run } = await load();
  const promptFlags = Object.keys(run.flags).map((name) => `--${name}`);
  return new Failure(code, row, Object.assign({ promptFlags }, where), wordedAs);
}
