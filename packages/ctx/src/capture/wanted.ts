// Whether a session is captured. The user's own config has the last word; a project may only ask not to be captured, and only where the user
// said nothing: a repository must not be able to switch somebody's evidence off behind their back.

import { readFileSync, statSync } from 'node:fs';
import type { Environment } from '../disk/user-folder.js';
import { userConfigFile } from '../project/user-place.js';

/** `projects`: those with a memory, which is so by default. */
export type CaptureChoice = 'projects' | 'all' | 'off';

/** What the user said; nothing where they did not. */
export async function userChoice(env: Environment): Promise<CaptureChoice | undefined> {
  const path = userConfigFile('config.yaml', env);
  const text = path === undefined ? '' : textOf(path);
  if (text === '' || path === undefined) return undefined;
  const simple = plainChoice(text);
  if (simple !== 'unclear') return simple;
  const { captureIn } = await import('./user-config.js');
  return choices[String(captureIn(text, path))];
}

/** An error for a file that is not there takes longer than looking first. */
function textOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? '' : readFileSync(path, 'utf8');
}

const choices: Readonly<Record<string, CaptureChoice>> = { true: 'projects', false: 'off', all: 'all' };

/** A file with one plain line about it, which is what nearly all are: a reader of YAML takes longer than the whole event. */
function plainChoice(text: string): CaptureChoice | undefined | 'unclear' {
  let found: CaptureChoice | undefined;
  for (const line of text.split('\n')) {
    const isOther =
      line.trim() === '' ||
      line.startsWith('#') ||
      line.startsWith(' ') ||
      ['run:', 'sign: true', 'sign: false'].includes(line.trim());
    if (isOther) continue;
    const word = line.startsWith('capture: ') ? line.slice('capture: '.length).trim() : '';
    if (found !== undefined || !Object.hasOwn(choices, word)) return 'unclear';
    found = choices[word];
  }
  return found;
}
