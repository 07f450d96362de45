// A question to the person at the terminal. Nobody is asked where nobody could answer, or where only JSON may be said.

import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Input } from './inputs.js';
import { neutral } from './terminal.js';

export async function ask(
  question: string,
  { flags }: Pick<Input, 'flags'>,
): Promise<'yes' | 'no' | 'nobody'> {
  if (flags['output-format'] !== 'text' || !isatty(0) || !isatty(2)) return 'nobody';
  writeSync(2, `${neutral(question)} [y/N] `);
  const answer = await new Promise<string>((resolve) => {
    process.stdin.once('data', (bytes) => resolve(String(bytes)));
    process.stdin.once('end', () => resolve(''));
  });
  return /^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no';
}
