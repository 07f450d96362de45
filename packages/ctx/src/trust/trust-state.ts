// How an item stands: trusted as it is, trusted as it was, or never.

import { Failure } from '../protocol/failure.js';
import type { TrustItem } from './item.js';
import type { TrustedItem } from './trust-book.js';
import { type TrustPlace, trustedIn } from './trust-file.js';

export type TrustState = 'trusted' | 'changed' | 'untrusted';

export interface JudgedItem {
  readonly item: TrustItem;
  readonly state: TrustState;
  /** What was trusted before it changed. */
  readonly before: TrustedItem | undefined;
}

export function judgedItem(item: TrustItem, trusted: readonly TrustedItem[]): JudgedItem {
  const before = trusted.find(({ kind, path }) => kind === item.kind && path === item.path);
  if (before === undefined) return { item, state: 'untrusted', before };
  return { item, state: before.digest === item.digest ? 'trusted' : 'changed', before };
}

/** Whether something may speak; where nobody can say, it may not. */
export function isTrusted(item: TrustItem, place: TrustPlace): boolean {
  try {
    return judgedItem(item, trustedIn(place)).state === 'trusted';
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** One item as a person is shown it: its lines, or what changed in them. */
export function shownLines({ item, before }: JudgedItem): string[] {
  if (before === undefined || before.digest === item.digest) return item.lines.map((line) => `  ${line}`);
  const gone = before.lines.filter((line) => !item.lines.includes(line)).map((line) => `- ${line}`);
  const come = item.lines.filter((line) => !before.lines.includes(line)).map((line) => `+ ${line}`);
  const same = item.lines.filter((line) => before.lines.includes(line)).map((line) => `  ${line}`);
  const only = gone.length + come.length === 0;
  return [
    ...(only ? [`  its content changed: ${short(before)} became ${short(item)}`] : []),
    ...gone,
    ...come,
    ...same,
  ];
}

/** A path may hold line breaks, and with them the end of a question. */
export function shownPath(path: string): string {
  return path.replaceAll('\n', '\\n');
}

function short({ digest }: TrustItem): string {
  return digest.slice(0, 'sha256:'.length + 12);
}
