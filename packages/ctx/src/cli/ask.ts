// A question to the person at the terminal. Nobody is asked where nobody could answer, or where only JSON may be said.

import { writeSync } from 'node:fs';
import type { Input } from './inputs.js';
import { neutral } from './terminal.js';

export async function ask(question: string, input: Pick<Input, 'flags'>): Promise<'yes' | 'no' | 'nobody'> {
  const answer = await lineFor(`${question} [y/N]`, input);
  if (answer === undefined) return 'nobody';
  return /^y(es)?$/i.test(answer) ? 'yes' : 'no';
}

/** Questions come one after the other, whoever asks them. */
export function asksPerson(input: Pick<Input, 'flags'>): (question: string) => Promise<string | undefined> {
  let before: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = before.then(() => lineFor(question, input));
    before = answer.catch(() => {});
    return answer;
  };
}

/** Whether somebody is there who could answer. */
export async function hasPerson({ flags }: Pick<Input, 'flags'>): Promise<boolean> {
  if (flags['output-format'] !== 'text') return false;
  const { isatty } = await import('node:tty');
  return isatty(0) && isatty(2);
}

/** Nothing where nobody could answer. */
async function lineFor(question: string, input: Pick<Input, 'flags'>): Promise<string | undefined> {
  if (!(await hasPerson(input))) return undefined;
  writeSync(2, `${neutral(question)} `);
  const answer = await new Promise<string>((resolve) => {
    process.stdin.once('data', (bytes) => resolve(String(bytes)));
    process.stdin.once('end', () => resolve(''));
    process.stdin.resume();
  });
  process.stdin.pause();
  return answer.trim();
}
