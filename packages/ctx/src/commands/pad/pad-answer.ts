// What the commands of the pad answer with, and how their answers look to a person.

import * as t from 'typebox';
import { neutral, styled, type Terminal } from '../../cli/terminal.js';
import { type Context, shownPath } from '../../memory/context.js';
import type { Changed } from '../../memory/pad/change.js';
import type { PadEntry } from '../../memory/pad/document.js';
import { findEntry } from '../../memory/pad/entries.js';
import { padPath } from '../../memory/pad/pad-file.js';
import { closed } from '../../protocol/closed.js';
import { counted } from '../../text/counted.js';

export const entrySchema = t.Object(
  {
    id: t.Integer(),
    at: t.String(),
    tags: t.Array(t.String()),
    kind: t.Enum(['text', 'file']),
    /** Of a text. */
    text: t.Optional(t.String()),
    /** Of a file. */
    name: t.Optional(t.String()),
    bytes: t.Integer(),
  },
  closed,
);

export type EntryAnswer = t.Static<typeof entrySchema>;

/** What every change of the pad answers beside its own. */
export const changedFields = {
  file: t.String(),
  form: t.Enum(['encrypted', 'plain']),
  total: t.Integer(),
  /** How many keys open it; null where it is plain, or opened by a passphrase. */
  recipients: t.Union([t.Integer(), t.Null()]),
  key_created: t.Optional(t.Object({ path: t.String(), recipient: t.String() }, closed)),
  warnings: t.Array(t.String()),
};

const changed = t.Object(changedFields, closed);

/** Of a change to one entry. */
export const changedEntry = t.Object({ entry: entrySchema, ...changedFields }, closed);

export function entryAnswer({ id, at, tags, content }: PadEntry): EntryAnswer {
  const { kind } = content;
  return kind === 'text'
    ? { id, at, tags: [...tags], kind, text: content.text, bytes: Buffer.byteLength(content.text) }
    : { id, at, tags: [...tags], kind, name: content.name, bytes: content.bytes.length };
}

export function changedAnswer(
  context: Context,
  { pad, form, recipients, keyMade, warnings }: Changed,
): t.Static<typeof changed> {
  return {
    file: shownPath(context, padPath(context, form)),
    form,
    total: pad.entries.length,
    recipients: recipients ?? null,
    ...(keyMade === undefined ? {} : { key_created: { ...keyMade } }),
    warnings: [...warnings],
  };
}

export function changedEntryAnswer(
  context: Context,
  change: Changed,
  id: number,
): t.Static<typeof changedEntry> {
  return { entry: entryAnswer(findEntry(change.pad, id)), ...changedAnswer(context, change) };
}

/** Who can read what was written: nobody should have to guess. */
export function secrecyOf({
  form,
  recipients,
}: Pick<t.Static<typeof changed>, 'form' | 'recipients'>): string {
  if (form === 'plain') return 'NOT encrypted';
  if (recipients === null) return 'encrypted with your passphrase';
  return `encrypted for ${counted(recipients, 'recipient')}`;
}

/** A key that was made just now is the one thing that must not be overlooked. */
export function changeWarnings({ key_created, warnings }: t.Static<typeof changed>): string[] {
  if (key_created === undefined) return [...warnings];
  const { path, recipient } = key_created;
  const news = `ctx created a key for you: ${path}. Back it up; without it nobody can open this pad. Its public part: ${recipient}`;
  return [news, ...warnings];
}

/** One line for an entry, cut to the terminal's width. */
export function entryLine(entry: EntryAnswer, terminal: Terminal, idWidth: number): string {
  const id = String(entry.id).padStart(idWidth);
  const day = entry.at.slice(0, 16).replace('T', ' ');
  const tags = entry.tags.map((tag) => `#${tag}`).join(' ');
  const room = Math.max(20, terminal.width - id.length - day.length - tags.length - 6);
  const line = contentLine(entry);
  const shown = /^[ -~]*$/.test(line) ? line : neutral(line).replaceAll('\t', ' ');
  const cut = shown.length > room ? `${shown.slice(0, room - 1)}…` : shown;
  const tail = tags === '' ? '' : `  ${styled(terminal, 'cyan', tags)}`;
  return `${styled(terminal, 'bold', id)}  ${styled(terminal, 'dim', day)}  ${cut}${tail}\n`;
}

function contentLine({ text, name, bytes }: EntryAnswer): string {
  if (text === undefined) return `[file ${name}, ${bytes} bytes]`;
  const lf = text.indexOf('\n');
  if (lf === -1) return text;
  const more = text.split('\n').length - 1;
  return `${text.slice(0, lf)} (+${counted(more, 'line')})`;
}
