// From a pad's bytes to its entries. A key that does not fit or a damaged file is a failure, never a guess.

import { isUtf8 } from 'node:buffer';
import { openFile } from '../../age/file.js';
import type { Environment } from '../../disk/user-folder.js';
import { fail } from '../../protocol/codes.js';
import { Failure } from '../../protocol/failure.js';
import type { Context } from '../context.js';
import { emptyPad, type Pad, type PadLabels, parsePad } from './document.js';
import { findKeys, identityFile, type KeyRing } from './keys.js';
import { type Form, findPad, labelsOf, type PadFile } from './pad-file.js';

export interface Outside {
  readonly env: Environment;
  readonly cwd: string;
}

/** How a pad is encrypted at present: by what, and for how many keys. */
export interface Sealing {
  readonly by: 'identity' | 'passphrase';
  readonly keys: number;
}

export interface OpenPad {
  readonly pad: Pad;
  /** Missing where no pad was written yet. */
  readonly file: PadFile | undefined;
  /** Missing for a plain pad. */
  readonly sealing: Sealing | undefined;
}

export async function readPad(context: Context, outside: Outside): Promise<OpenPad> {
  const file = findPad(context);
  if (file === undefined) return { pad: emptyPad, file, sealing: undefined };
  return { file, ...(await openBytes(file.bytes, file.form, labelsOf(file.form), outside)) };
}

export async function openBytes(
  bytes: Buffer,
  form: Form,
  place: PadLabels,
  outside: Outside,
): Promise<{ readonly pad: Pad; readonly sealing: Sealing | undefined }> {
  if (form === 'plain') return { pad: parsePad(utf8(bytes, place), place), sealing: undefined };
  const keys = await findKeys(outside.env, outside.cwd);
  const opened = openFile(bytes, keys);
  switch (opened.kind) {
    case 'opened': {
      const pad = parsePad(utf8(opened.plain, place), place);
      return { pad, sealing: { by: opened.by, keys: opened.sealedFor } };
    }
    case 'locked':
      throw locked(opened.by, keys, place, outside);
    case 'damaged':
      throw damaged(place, opened.reason);
  }
}

/** Nothing where what stands there is no pad any more; a key that does not fit is a failure all the same. */
export async function unlessDamaged<T>(open: () => Promise<T>): Promise<T | undefined> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof Failure && (error.code === 'pad_damaged' || error.code === 'pad_malformed'))
      return undefined;
    throw error;
  }
}

function locked(by: 'identity' | 'passphrase', keys: KeyRing, { shown }: PadLabels, { env }: Outside) {
  const missing = by === 'identity' ? keys.identities.length === 0 : keys.passphrase === undefined;
  const where = { operation: 'decrypt', target: shown, by };
  if (missing) return fail('pad_key_missing', { ...where, identityFile: identityFile(env) });
  const keySource = by === 'identity' ? keys.source : 'CTX_AGE_PASSPHRASE';
  return fail('pad_key_wrong', { ...where, keySource });
}

/** Without the mark that some editors put in front. */
function utf8(bytes: Buffer, place: PadLabels): string {
  if (!isUtf8(bytes)) throw damaged(place, 'it is not valid UTF-8');
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

function damaged({ shown, history }: PadLabels, reason: string) {
  return fail('pad_damaged', { operation: 'read', target: shown, reason, history });
}
