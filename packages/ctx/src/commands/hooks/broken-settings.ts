// Settings files that cannot be read: one of them stands in nobody else's way, and the command fails once the others are done.

import * as t from 'typebox';
import { failureInWords } from '../../cli/failure-in-words.js';
import { neutral } from '../../cli/terminal.js';
import { diskTrouble } from '../../disk/system-errors.js';
import type { Host } from '../../hosts/host.js';
import { closed } from '../../protocol/closed.js';
import { Failure } from '../../protocol/failure.js';

export const brokenSchema = t.Array(
  t.Object({ host: t.String(), file: t.String(), problem: t.String() }, closed),
);

export interface BrokenSettings {
  readonly host: Host;
  readonly file: string;
  readonly failure: Failure;
}

/** What was done with a file; nothing where it cannot be read, which is told to `broken`. */
export async function orBroken<T>(
  { host, file }: Pick<BrokenSettings, 'host' | 'file'>,
  broken: BrokenSettings[],
  work: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isAboutSettings(error)) throw error;
    if (!broken.some((one) => one.file === file)) broken.push({ host, file, failure: error });
    return undefined;
  }
}

/** It is no settings file, or the disk does not give it. A folder, a pipe or a link to nowhere has no error of the system. */
function isAboutSettings(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false;
  return (
    error.code.startsWith('settings_') || error.code === 'file_unreadable' || diskTrouble(error) !== undefined
  );
}

export function brokenAnswers(
  broken: readonly BrokenSettings[],
  program: string,
): Promise<t.Static<typeof brokenSchema>> {
  return Promise.all(
    broken.map(async ({ host, file, failure }) => ({
      host: host.name,
      file,
      problem: (await failureInWords(failure, program)).message,
    })),
  );
}

/** The answer, where every file could be read; otherwise the first failure, with the answer about the others. */
export function orFirstBroken<T extends object>(answer: T, [first]: readonly BrokenSettings[]): T {
  if (first === undefined) return answer;
  const { code, row, where } = first.failure;
  throw new Failure(code, row, { ...where, details: answer });
}

/** Of those that the failure itself does not name. */
export function otherProblems(broken: t.Static<typeof brokenSchema> = []): string {
  return broken
    .slice(1)
    .map(({ problem }) => `  ${neutral(problem)}\n`)
    .join('');
}
