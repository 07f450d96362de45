// Spans that a collector had not taken when their run ended: kept with the user until a process of their own has sent them, so
// that no run waits for a collector. The headers of the environment, which may be a credential, are never kept.

import { readdirSync, renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as t from 'typebox';
import { Check } from 'typebox/schema';
import { writeAtomically } from '../disk/atomic.js';
import { makeFolders } from '../disk/folders.js';
import { nonce } from '../disk/nonce.js';
import { textIfThere } from '../disk/read.js';
import { readFailure, writeFailure } from '../disk/system-errors.js';
import { type Environment, userFolder } from '../disk/user-folder.js';
import { isSystemError } from '../protocol/failure.js';
import { fittingJson } from '../protocol/parsed-json.js';
import type { SpanLine } from './span-lines.js';

/** Runs whose spans are kept; the oldest go first. */
const mostKept = 16;
const ending = '.otlp.jsonl';
/** Of a file whose collector was tried, and given up. */
const triedEnding = `.tried${ending}`;

const destination = t.Object(
  {
    endpoint: t.String(),
    /** What named it, as people are told. */
    from: t.String(),
    /** Whether the headers of the environment may go there. */
    isOwn: t.Boolean(),
    /** How many spans each line holds. */
    spans: t.Array(t.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
);

export type Destination = Omit<t.Static<typeof destination>, 'spans'>;

export interface Unsent extends Destination {
  readonly lines: readonly SpanLine[];
}

/** Nothing for a user without a home. */
export function unsentFolder(env: Environment): string | undefined {
  const own = userFolder('state', env);
  return own === undefined ? undefined : join(own, 'unsent-traces');
}

/** `now` puts the files into the order in which the runs ended. */
export function keepUnsent(
  folder: string,
  { endpoint, from, isOwn }: Destination,
  lines: readonly SpanLine[],
  now: number,
): void {
  makeFolders(folder, 0o700);
  for (const name of unsentNames(folder).slice(0, 1 - mostKept)) removeUnsent(folder, name);
  const head = { endpoint, from, isOwn, spans: lines.map(({ spans }) => spans) };
  const text = [JSON.stringify(head), ...lines.map((line) => line.text), ''].join('\n');
  writeAtomically(join(folder, `${String(now).padStart(15, '0')}-${nonce()}${ending}`), text, 0o600);
}

/** The oldest first. */
export function unsentNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending) && !name.startsWith('.'))
      .sort();
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw readFailure(error, folder);
  }
}

/** Nothing where it is not what was kept, or somebody else sent it meanwhile. */
export function readUnsent(folder: string, name: string): Unsent | undefined {
  const text = textIfThere(join(folder, name));
  if (text === undefined) return undefined;
  const [first = '', ...rest] = text.split('\n');
  const head = fittingJson(first, isDestination);
  if (head === undefined || rest.length !== head.spans.length + 1) return undefined;
  const { spans, ...to } = head;
  return { ...to, lines: spans.map((count, i) => ({ text: rest[i] ?? '', spans: count })) };
}

/** Who runs next is told of it. Its name from now on. */
export function markTried(folder: string, name: string): string {
  if (name.endsWith(triedEnding)) return name;
  const tried = name.replace(ending, triedEnding);
  unlessGone(join(folder, name), (path) => renameSync(path, join(folder, tried)));
  return tried;
}

export function triedRuns(folder: string): number {
  return unsentNames(folder).filter((name) => name.endsWith(triedEnding)).length;
}

export function removeUnsent(folder: string, name: string): void {
  unlessGone(join(folder, name), unlinkSync);
}

function unlessGone(path: string, change: (path: string) => void): void {
  try {
    change(path);
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw writeFailure(error, path);
  }
}

function isDestination(value: unknown): value is t.Static<typeof destination> {
  return Check(destination, value);
}
