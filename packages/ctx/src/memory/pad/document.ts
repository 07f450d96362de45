// The pad as text: one format, inside the encrypted file and in the plain one. Structure stands in the `##` lines and
// in the `>` before each line of text, so that no text can be taken for structure.

import { fail } from '../../protocol/codes.js';

export interface PadEntry {
  readonly id: number;
  /** When it was added or last changed, ISO 8601. */
  readonly at: string;
  readonly tags: readonly string[];
  readonly content: PadContent;
}

export type PadContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Buffer };

export interface Pad {
  /** The id that the next entry gets. It only grows, so that no id is used twice. */
  readonly next: number;
  readonly entries: readonly PadEntry[];
}

/** What messages about a pad that cannot be read need to say. */
export interface PadLabels {
  readonly shown: string;
  /** Where its earlier states are; nothing for a file that is only read. */
  readonly history: string | undefined;
}

export const emptyPad: Pad = { next: 1, entries: [] };

const advice = 'Edit the lines behind ">" as you like; keep the "##" lines.';
const headLine = /^<!-- ctx pad (\d{1,9}), next id (\d{1,15})\b.*-->$/;
const entryLine =
  /^## (\d{1,15}) (\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)(?: file ("(?:[^"\\]|\\.)*") (\d{1,15}) bytes)?((?: #\S+)*)$/;

export function padText({ next, entries }: Pad): string {
  const parts = [`<!-- ctx pad 1, next id ${next}. ${advice} -->\n`];
  for (const entry of entries) parts.push(`\n${headingOf(entry)}\n\n${quoted(linesOf(entry.content))}`);
  return parts.join('');
}

export function isPadText(text: string): boolean {
  return headLine.test(text.slice(0, 200).split(/\r?\n/, 1)[0] ?? '');
}

/** Strict: a line that is not understood would be lost at the next change, so it is refused. */
export function parsePad(text: string, place: PadLabels): Pad {
  const lines = linesIn(text);
  const head = headLine.exec(lines[0] ?? '');
  if (head === null) throw malformed(place, 1, 'should be the line that names the format');
  if (head[1] !== '1') throw malformed(place, 1, `names format ${head[1]}, and this ctx knows format 1`);
  const entries: PadEntry[] = [];
  const ids = new Set<number>();
  let next = Number(head[2]);
  for (let at = 1; at < lines.length; ) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at += 1;
      continue;
    }
    const heading = entryLine.exec(line);
    if (heading === null)
      throw malformed(place, at + 1, 'is neither an entry (`## 7 TIME`) nor text behind `>`');
    const quote = quoteFrom(lines, at + 1);
    const entry = entryFrom(heading, quote.lines, at + 1, place);
    if (ids.has(entry.id)) throw malformed(place, at + 1, `uses the id ${entry.id} a second time`);
    ids.add(entry.id);
    entries.push(entry);
    next = Math.max(next, entry.id + 1);
    at = quote.end;
  }
  return { next, entries };
}

/** An editor may have made every line end in CR LF; then the first one does too, and no CR is text. */
function linesIn(text: string): string[] {
  const lines = text.split('\n');
  if (!lines[0]?.endsWith('\r')) return lines;
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

function headingOf({ id, at, tags, content }: PadEntry): string {
  const file =
    content.kind === 'file' ? ` file ${JSON.stringify(content.name)} ${content.bytes.length} bytes` : '';
  return `## ${id} ${at}${file}${tags.map((tag) => ` #${tag}`).join('')}`;
}

function linesOf(content: PadContent): string[] {
  if (content.kind === 'text') return content.text.split('\n');
  return content.bytes.toString('base64').match(/.{1,76}/g) ?? [''];
}

function quoted(lines: readonly string[]): string {
  return lines.map((line) => (line === '' ? '>\n' : `> ${line}\n`)).join('');
}

/** The lines behind `>` that follow; a blank line that somebody put between them counts as an empty one. */
function quoteFrom(lines: readonly string[], start: number): { lines: string[]; end: number } {
  const found: string[] = [];
  let blank = 0;
  let at = start;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.startsWith('>')) {
      if (found.length > 0) found.push(...Array.from({ length: blank }, () => ''));
      blank = 0;
      found.push(line.slice(line[1] === ' ' ? 2 : 1));
    } else if (line.trim() === '') blank += 1;
    else break;
  }
  return { lines: found, end: at };
}

function entryFrom(
  heading: RegExpExecArray,
  lines: readonly string[],
  line: number,
  place: PadLabels,
): PadEntry {
  const [, id = '', at = '', name, size, tags = ''] = heading;
  if (lines.length === 0) throw malformed(place, line, 'is an entry without any text behind `>`');
  const common = { id: Number(id), at, tags: tags === '' ? [] : tags.split(' #').slice(1) };
  if (name === undefined) return { ...common, content: { kind: 'text', text: lines.join('\n') } };
  const bytes = Buffer.from(lines.join(''), 'base64');
  if (bytes.length !== Number(size)) {
    throw malformed(place, line, `is a file of ${size} bytes, but ${bytes.length} are there`);
  }
  return { ...common, content: { kind: 'file', name: nameFrom(name, line, place), bytes } };
}

function nameFrom(json: string, line: number, place: PadLabels): string {
  try {
    return String(JSON.parse(json));
  } catch {
    throw malformed(place, line, 'has a file name that is not quoted as JSON');
  }
}

function malformed({ shown, history }: PadLabels, line: number, problem: string) {
  return fail('pad_malformed', { operation: 'parse', target: shown, line, problem, history });
}
