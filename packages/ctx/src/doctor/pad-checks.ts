// The pad and its key: does the key fit, is it for its owner's eyes only, and is there one pad and not two?

import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { readProjectBytes } from '../disk/read.js';
import { writeFailure } from '../disk/system-errors.js';
import { unmergedVersions } from '../git/unmerged.js';
import type { Context } from '../memory/context.js';
import { withLock } from '../memory/lock.js';
import { padText } from '../memory/pad/document.js';
import { snapshots } from '../memory/pad/history.js';
import { findKeys, identityFile } from '../memory/pad/keys.js';
import { type Outside, openBytes, readPad } from '../memory/pad/open.js';
import {
  type Form,
  formsThere,
  labelsOf,
  padPath,
  padStore,
  removePlainPad,
} from '../memory/pad/pad-file.js';
import { snapshotState } from '../memory/pad/undo.js';
import { counted } from '../text/counted.js';
import { type Check, type Diagnosis, ok, skipped } from './check.js';

export function padChecks(context: Context, outside: Outside): Check[] {
  return [
    { name: 'key', examine: () => checkKey(outside) },
    { name: 'pad', examine: () => checkPad(context, outside) },
    { name: 'pad history', examine: () => checkHistory(context, outside) },
  ];
}

async function checkKey({ env, cwd }: Outside): Promise<Diagnosis> {
  const { identities, source, passphrase } = await findKeys(env, cwd);
  if (identities.length === 0) {
    return passphrase === undefined
      ? skipped(`there is none yet; the first encrypted entry creates ${source}`)
      : ok('a passphrase, from CTX_AGE_PASSPHRASE');
  }
  const path = identityFile(env);
  if (source !== path || process.platform === 'win32') return ok(source);
  const loose = [path, dirname(path)].filter((place) => (statSync(place).mode & 0o077) !== 0);
  if (loose.length === 0) return ok(source);
  return {
    state: 'error',
    says: `others on this machine have access to your key: ${loose.join(', ')}`,
    fix: `chmod 600 ${path}; chmod 700 ${dirname(path)}`,
    mend() {
      try {
        chmodSync(path, 0o600);
        chmodSync(dirname(path), 0o700);
        return `readable by you alone now: ${path}`;
      } catch (error) {
        throw writeFailure(error, path);
      }
    },
  };
}

async function checkPad(context: Context, outside: Outside): Promise<Diagnosis> {
  if (formsThere(context).length > 1) return twoPads(context, outside);
  const conflicted = conflictedFile(context);
  if (conflicted !== undefined) {
    return {
      state: 'error',
      says: 'git could not merge it, and has both versions',
      fix: `ctx pad merge && git add ${conflicted}`,
    };
  }
  const { pad, file, sealing } = await readPad(context, outside);
  if (file === undefined) return skipped('there is none yet');
  const keys =
    sealing === undefined
      ? 'plain text'
      : sealing.by === 'passphrase'
        ? 'by passphrase'
        : `for ${counted(sealing.keys, 'key')}`;
  return ok(`entries: ${pad.entries.length}, ${keys}`);
}

function conflictedFile(context: Context): string | undefined {
  const forms: readonly Form[] = ['encrypted', 'plain'];
  const files = forms.map((form) => labelsOf(form).shown);
  return files.find((file) => unmergedVersions(context.root, file) !== undefined);
}

/** Turning encryption on or off was killed half-way if both hold the same; then the plain one can go. */
async function twoPads(context: Context, outside: Outside): Promise<Diagnosis> {
  const textOf = async (form: Form) => {
    const bytes = readProjectBytes(context.root, padPath(context, form));
    return padText((await openBytes(bytes, form, labelsOf(form), outside)).pad);
  };
  const says = 'there are two pads, scratchpad.age and scratchpad.md';
  if ((await textOf('encrypted')) !== (await textOf('plain'))) {
    return {
      state: 'error',
      says: `${says}, and they differ`,
      fix: 'ctx pad merge puts both into one',
    };
  }
  return {
    state: 'error',
    says: `${says}, with the same entries`,
    fix: 'delete scratchpad.md',
    mend: () =>
      withLock(context, padStore, async () => {
        if ((await textOf('encrypted')) !== (await textOf('plain'))) return `${says}, and they differ by now`;
        removePlainPad(context);
        return 'removed: scratchpad.md';
      }),
  };
}

async function checkHistory(context: Context, outside: Outside): Promise<Diagnosis> {
  const all = snapshots(context);
  const states = await Promise.all(all.map((snapshot) => snapshotState(context, snapshot, outside)));
  const bad = all.filter((_, i) => states[i] === 'locked' || states[i] === 'damaged');
  if (bad.length === 0) return ok(`earlier states: ${all.length}`);
  return {
    state: 'warning',
    says: `${bad.length} of ${all.length} earlier states cannot be opened: slots ${bad.map(({ slot }) => slot).join(', ')}`,
    fix: 'give ctx the key that opens them (CTX_AGE_IDENTITY), or delete them all: ctx pad undo --clear',
  };
}
