// What the beginning of a transcript says of the session, and whether it holds anything that was said or done.

import { parsedJson } from '../protocol/parsed-json.js';
import type { OpenSource } from './read-source.js';
import { sourceLines } from './source-lines.js';
import type { Facts, TranscriptReader } from './told.js';

export interface Peeked {
  readonly facts: Facts;
  readonly holdsAnything: boolean;
}

/** After the first words that were said, the model is named soon or never. */
const linesForModel = 500;

export function peek({ descriptor, size }: OpenSource, reader: TranscriptReader): Peeked {
  let saidAt: number | undefined;
  let number = 0;
  for (const { text } of sourceLines(descriptor, 0, size)) {
    number += 1;
    const value = text === undefined ? undefined : parsedJson(text);
    const told = value === undefined ? [] : reader.take(value);
    if (told.some((one) => isSaid(one.told.tells))) saidAt ??= number;
    if (saidAt !== undefined && (reader.facts.model !== undefined || number > saidAt + linesForModel)) break;
  }
  if (reader.end().some((one) => isSaid(one.told.tells))) saidAt ??= number;
  return { facts: { ...reader.facts }, holdsAnything: saidAt !== undefined };
}

/** What the host calls the session; a file that does not say it is called by its name. */
export function theirSessionId({ session_id }: Facts, fileName: string): string {
  return session_id ?? fileName.replace(/\.[a-z.]+$/, '');
}

function isSaid(tells: string): boolean {
  return tells === 'prompt' || tells === 'answer' || tells === 'failure';
}
