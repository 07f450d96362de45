// What ctx notes behind an item's title, in a comment that a rendered page does not show: its number, time, id and tags.

import { timeIn } from '../../time/time-in.js';
import { isShortId, shortId } from '../short-id.js';

export interface Mark {
  /** A number for people. Two branches may both give it away. */
  readonly id: number;
  readonly at: string;
  /** What stays with the item through every merge; missing in marks of older files. */
  readonly uid: string | undefined;
  readonly doneAt: string | undefined;
  readonly tags: readonly string[];
}

const opening = '<!-- ctx ';
const closing = ' -->';

/** Where the mark of a line begins: only its last comment can be one. -1 if there is none. */
export function markStart(line: string): number {
  return line.lastIndexOf(opening);
}

/** Nothing for a line that ctx did not write. */
export function parseMark(line: string): Mark | undefined {
  const from = markStart(line);
  if (from === -1 || !line.endsWith(closing)) return undefined;
  const [id = '', at = '', ...rest] = line.slice(from + opening.length, -closing.length).split(' ');
  const uid = rest[0] !== undefined && isShortId(rest[0]) ? rest[0] : undefined;
  const words = uid === undefined ? rest : rest.slice(1);
  const doneAt = words[0] === 'done' ? words[1] : undefined;
  const tags = doneAt === undefined ? words : words.slice(2);
  if (!/^\d{1,15}$/.test(id) || !isTime(at) || (doneAt !== undefined && !isTime(doneAt))) return undefined;
  if (tags.some((tag) => tag.length < 2 || tag[0] !== '#')) return undefined;
  return { id: Number(id), at, uid, doneAt, tags: tags.map((tag) => tag.slice(1)) };
}

/** The time of a mark that stands between two places of a text. */
export function markTime(text: string, start: number, end: number): number | undefined {
  // Within the piece alone: an item that people wrote has no mark, and looking further back would cost the whole text.
  const place = text.slice(start, end).lastIndexOf(opening);
  if (place === -1) return undefined;
  const from = start + place;
  const space = text.indexOf(' ', from + opening.length);
  return timeIn(text.slice(space + 1, text.indexOf(' ', space + 1)));
}

/** What an item is known by; of an older mark it follows from its number and time, so that no file has to be rewritten. */
export function uidOf({ uid, id, at }: Mark): string {
  return uid ?? shortId(`${id} ${at}`);
}

export function markText({ id, at, uid, doneAt, tags }: Mark): string {
  const known = uid === undefined ? '' : ` ${uid}`;
  const done = doneAt === undefined ? '' : ` done ${doneAt}`;
  return `${opening}${id} ${at}${known}${done}${tags.map((tag) => ` #${tag}`).join('')}${closing}`;
}

function isTime(text: string): boolean {
  return text.endsWith('Z') && timeIn(text) !== undefined;
}
