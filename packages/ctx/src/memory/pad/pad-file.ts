// The files of the pad: which of its two forms is there, and where its history is.

import { renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder, writeAtomically } from '../../disk/atomic.js';
import { projectBytesIfThere } from '../../disk/read.js';
import { writeFailure } from '../../disk/system-errors.js';
import { fail } from '../../protocol/codes.js';
import { type Context, contextName, contextPath, shownPath } from '../context.js';
import type { PadLabels } from './document.js';

export type Form = 'encrypted' | 'plain';

export const padNames: Readonly<Record<Form, string>> = {
  encrypted: 'scratchpad.age',
  plain: 'scratchpad.md',
};
export const historyName = 'scratchpad.history';

/** What the lock of the pad is named after: one lock, whatever the form. */
export const padStore = 'scratchpad';

export interface PadFile {
  readonly form: Form;
  readonly path: string;
  readonly bytes: Buffer;
}

export function padPath(context: Context, form: Form): string {
  return contextPath(context, padNames[form]);
}

/** How messages call them. */
export function labelsOf(form: Form): PadLabels {
  return { shown: `${contextName}/${padNames[form]}`, history: `${contextName}/${historyName}` };
}

/** The file that is there decides the form. Two of them could hold different things, so neither is taken. */
export function findPad(context: Context): PadFile | undefined {
  const found = padsThere(context);
  const [file, other] = found;
  if (file === undefined || other === undefined) return file;
  const shown = (which: PadFile) => shownPath(context, which.path);
  throw fail('pad_twice', { operation: 'read', target: shown(file), other: shown(other) });
}

export function formsThere(context: Context): Form[] {
  return padsThere(context).map(({ form }) => form);
}

/**
 * Puts a pad in the place of another. A change of form is two steps, each of them one file in the place of another: in
 * between, and for ever if we are killed there, `scratchpad.md` holds the encrypted pad. `scratchpad.age` never holds another.
 */
export function writePad(context: Context, before: PadFile | undefined, next: PadFile | undefined): void {
  if (next === undefined) {
    if (before !== undefined) remove(before.path);
    return;
  }
  const { age, md } = { age: padPath(context, 'encrypted'), md: padPath(context, 'plain') };
  if (before?.path === age && next.path === md) move(age, md);
  writeAtomically(before?.path === md ? md : next.path, next.bytes, 0o600);
  if (before?.path === md && next.path === age) move(md, age);
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
    syncFolder(dirname(to));
  } catch (error) {
    throw writeFailure(error, to);
  }
}

/** Once what it holds is in the encrypted one. */
export function removePlainPad(context: Context): void {
  remove(padPath(context, 'plain'));
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
    syncFolder(dirname(path));
  } catch (error) {
    throw writeFailure(error, path);
  }
}

/** Who looks while another changes the form may see both names, or none: a second look tells. */
function padsThere(context: Context): PadFile[] {
  let found = look(context);
  for (let again = 0; found.length !== 1 && again < 2; again++) found = look(context);
  return found;
}

function look(context: Context): PadFile[] {
  const forms: readonly Form[] = ['encrypted', 'plain'];
  return forms.flatMap((named) => {
    const path = padPath(context, named);
    const bytes = projectBytesIfThere(context.root, path);
    if (bytes === undefined) return [];
    return [{ form: formOf(bytes, named), path, bytes }];
  });
}

/** What is encrypted is so by whatever name it goes. */
export function formOf(bytes: Buffer, named: Form): Form {
  return named === 'plain' && bytes.subarray(0, ageMagic.length).equals(ageMagic) ? 'encrypted' : named;
}

const ageMagic = Buffer.from('age-encryption.org/');
