// The prompt that a command line gives: in words, by a flag, on stdin, or in words with stdin behind them.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Services } from '../cli/command.js';
import { contradiction } from '../cli/contradiction.js';
import { fail } from '../protocol/codes.js';

/** Of what is joined to a prompt. More than a model takes in belongs into a file. */
const largestInput = 1 << 20;
/** How long what is piped in may take before people are told what is waited for. */
const silentMs = 1_000;

export interface GivenPrompt {
  /** The argument: a prompt, `-`, or the file of a config. */
  readonly word: string | undefined;
  /** What --task says. */
  readonly task: string | undefined;
  /** Leave stdin alone. */
  readonly noStdin: boolean;
}

/** Words with white space are a prompt, unless a file is called so: what is one word is the file of a config. */
export function isConfigFile(word: string | undefined, cwd: string): word is string {
  if (word === undefined || word === '-') return false;
  return !/\s/.test(word) || isFile(resolve(cwd, word));
}

/** Nothing where the line gives none. One that is empty is refused: it would be paid for and say nothing. */
export async function promptFrom(
  { word, task, noStdin }: GivenPrompt,
  { hasInput, show }: Pick<Services, 'hasInput' | 'show'>,
): Promise<string | undefined> {
  if (word !== undefined && task !== undefined) throw contradiction('--task', word);
  const said = task ?? word;
  if (said === undefined) return undefined;
  if (said === '-') return whole(await readInput(show));
  const prompt = whole(said);
  const input = noStdin || hasInput?.() !== true ? '' : await readInput(show);
  return input.trim() === '' ? prompt : `${prompt}\n\n${input}`;
}

function whole(prompt: string): string {
  if (prompt.trim() !== '') return prompt;
  throw fail('prompt_empty', { operation: 'plan', target: 'prompt' });
}

/** What reads it is loaded only where there is something to read. */
async function readInput(show: Services['show']): Promise<string> {
  const [{ readStdin }, { plainText }] = await Promise.all([
    import('../disk/stdin.js'),
    import('../memory/given.js'),
  ]);
  const since = performance.now();
  let isSaid = false;
  // A pipe that nobody closes looks like a program that hangs.
  const onWaiting = () => {
    if (isSaid || performance.now() - since < silentMs) return;
    isSaid = true;
    show?.({ note: 'stdin', text: 'waiting for the end of stdin (--no-stdin runs without it)\n' });
  };
  return plainText(readStdin('stdin', largestInput, 0, onWaiting), 'stdin');
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    // A sentence can be longer than any name, or hold what no name holds.
    return false;
  }
}
