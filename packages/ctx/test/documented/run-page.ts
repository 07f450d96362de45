// The lines of a page, one after the other, in a project that is made for it.

import { runScript } from '../documented-scripts.js';
import { runCtx } from '../in-process.js';
import { type DocumentedLine, isPlainCall, linesOf, wordsIn } from './lines.js';
import { type Excused, notRun } from './not-run.js';
import { talk } from './other-programs.js';
import { type Place, placeFor } from './place.js';

interface Outcome {
  readonly code: number;
  readonly printed: string;
}

export function excuseOf({ page, line }: DocumentedLine): Excused | undefined {
  return notRun[page]?.find((excused) => line.startsWith(excused.line));
}

export function toRun(page: string): DocumentedLine[] {
  return linesOf(page).filter((line) => excuseOf(line) === undefined);
}

/** The first line of it that fails; nothing if none does. */
export async function failureOn(page: string): Promise<({ readonly line: string } & Outcome) | undefined> {
  const place = await placeFor(page);
  for (const { line } of toRun(page)) {
    const outcome = await (page === 'docs/chat.md' ? chat(line, place) : run(line, place));
    if (outcome.code !== 0) return { line, ...outcome };
  }
  return undefined;
}

/** The lines of that page need a person at a terminal, apart from settings. */
function chat(line: string, place: Place): Promise<Outcome> {
  return line.startsWith('export') ? run(line, place) : talk(wordsIn(line).slice(1), place);
}

async function run(shown: string, { cwd, env, instead }: Place): Promise<Outcome> {
  const line = instead.reduce((text, [from, to]) => text.replace(from, to), shown);
  const exported = /^export (\w+)=(\S+)$/.exec(line);
  if (exported !== null) {
    env[exported[1] ?? ''] = exported[2] ?? '';
    return { code: 0, printed: '' };
  }
  if (!isPlainCall(line)) return runScript(line, cwd, env);
  const { exitCode, stdout, stderr } = await runCtx(wordsIn(line).slice(1), { cwd, env });
  return { code: exitCode, printed: stdout + stderr };
}
