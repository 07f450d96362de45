// What a file gives to the pad: the entries of another pad, one text, or itself.

import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import { isAgeFile } from '../../age/file.js';
import { givenFile, textOf } from '../given.js';
import { isPadText, type PadContent, type PadEntry, parsePad } from './document.js';
import { type Outside, openBytes } from './open.js';

/** A pad may be larger than an entry. */
const largestPad = 1 << 28;

/** What looks encrypted is opened or refused: ciphertext never becomes an entry. */
export async function entriesFromFile(
  file: string,
  at: string,
  outside: Outside,
): Promise<Omit<PadEntry, 'id'>[]> {
  const bytes = givenFile(file, outside.cwd, largestPad);
  const place = { shown: file, history: undefined };
  if (isAgeFile(bytes)) return withoutIds((await openBytes(bytes, 'encrypted', place, outside)).pad.entries);
  const text = textIfPlain(bytes);
  if (text !== undefined && isPadText(text)) return withoutIds(parsePad(text, place).entries);
  givenFile(file, outside.cwd);
  return [{ at, tags: [], content: contentOf(bytes, file) }];
}

function withoutIds(entries: readonly PadEntry[]): Omit<PadEntry, 'id'>[] {
  return entries.map(({ id: _, ...entry }) => entry);
}

function contentOf(bytes: Buffer, file: string): PadContent {
  const text = textIfPlain(bytes);
  if (text === undefined) return { kind: 'file', name: basename(file), bytes };
  return { kind: 'text', text: textOf(bytes, file) };
}

function textIfPlain(bytes: Buffer): string | undefined {
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined;
  return bytes.toString().replace(/^\ufeff/, '');
}
