// Putting our hooks into a host's settings file and taking them out again, one process at a time.

import { lstatSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeAtomically } from '../../disk/atomic.js';
import { sha256 } from '../../disk/digest.js';
import { makeFolders } from '../../disk/folders.js';
import { isThere } from '../../disk/is-there.js';
import { waitForLock } from '../../disk/lock.js';
import { readText } from '../../disk/read.js';
import { writeFailure } from '../../disk/system-errors.js';
import type { Environment } from '../../disk/user-folder.js';
import { fail } from '../../protocol/codes.js';
import { Failure } from '../../protocol/failure.js';
import type { Host, Program } from '../host.js';
import { largestSettings, rootOf, withoutMark } from './document.js';
import { undone, undoOf } from './edit.js';
import { withHooks, withoutHooks } from './plan.js';
import { isOwnPlugin, pluginHooks, withPlugin } from './plugin-file.js';
import {
  forgetRecord,
  type HooksRecord,
  keepRecord,
  makeRecordFolder,
  readRecord,
  recordOf,
  recordPath,
} from './record.js';
import { type Mention, mentionsIn, type OwnHook, ownHooks } from './registration.js';

const patienceMs = 20_000;

export interface SettingsChange {
  readonly file: string;
  /** Absent: there is no such file. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Changes nothing where `dryRun` says so, and says what it would. */
export function installHooks(
  host: Host,
  file: string,
  program: Program,
  env: Environment,
  dryRun: boolean,
): Promise<SettingsChange> {
  return inTurn(file, env, dryRun, () => {
    const before = textOf(file);
    const base = withoutOurs(before, host, file, env);
    const { mark, text } = withoutMark(base ?? '');
    const { form } = host;
    const planned =
      form.kind === 'plugin'
        ? withPlugin(text, file, form, program)
        : withHooks(text, file, host, form, program);
    const after = mark + planned.text;
    if (!dryRun) {
      const made = base === undefined ? madeFor(file, before, host, env) : [];
      const undo = undoOf(planned.edits).map((one) => ({ ...one, offset: one.offset + mark.length }));
      const install = { file, host: host.name, digest: sha256(after), undo, made };
      // First, so that whoever is killed behind the other write has told how to undo it.
      keepRecord({ ...install, ...earlierOf(file, host, env, before, after) }, env);
      if (after !== before) write(file, after);
    }
    return { file, before, after };
  });
}

/** The bytes that were there before us, where nothing else changed since; else everything but ours. */
export function removeHooks(
  host: Host,
  file: string,
  env: Environment,
  dryRun: boolean,
): Promise<SettingsChange> {
  return inTurn(file, env, dryRun, () => {
    const before = textOf(file);
    const after = withoutOurs(before, host, file, env);
    if (!dryRun) {
      // Also where there is no file: a kill may have left the folders that were made for it.
      if (after === undefined) removeMade(readRecord(file, host.name, env)?.made ?? [file]);
      else if (after !== before) write(file, after);
      forgetRecord(file, host.name, env);
    }
    return { file, before, after };
  });
}

/** Our hooks in a file; none where there is no file. */
export function installedHooks(host: Host, file: string): OwnHook[] {
  const whole = textOf(file);
  if (whole === undefined) return [];
  const { text } = withoutMark(whole);
  if (host.form.kind === 'plugin') return pluginHooks(text, file, host, host.form);
  return text.trim() === '' ? [] : ownHooks(text, file, rootOf(text, file), host, host.form);
}

/** Other hooks in a file whose command names ctx. */
export function mentionedHooks(host: Host, file: string): Mention[] {
  const { text } = withoutMark(textOf(file) ?? '');
  if (text.trim() === '' || host.form.kind === 'plugin') return [];
  return mentionsIn(text, file, rootOf(text, file), host, host.form);
}

function earlierOf(
  file: string,
  host: Host,
  env: Environment,
  before: string | undefined,
  after: string,
): Pick<HooksRecord, 'earlier'> {
  const known = before === undefined ? undefined : recordOf(file, host.name, env, sha256(before));
  if (known === undefined || before === after) return {};
  const { digest, undo, made } = known;
  return { earlier: { file, host: host.name, digest, undo, made } };
}

/** The file as it would be without us; nothing where it would not be there at all. */
function withoutOurs(
  before: string | undefined,
  host: Host,
  file: string,
  env: Environment,
): string | undefined {
  if (before === undefined) return undefined;
  const record = recordOf(file, host.name, env, sha256(before));
  if (record !== undefined) {
    return record.made.includes(file) ? undefined : undone(before, record.undo);
  }
  const { mark, text } = withoutMark(before);
  if (host.form.kind === 'plugin') return isOwnPlugin(text) ? undefined : before;
  return text.trim() === '' ? before : mark + withoutHooks(text, file, host, host.form).text;
}

async function inTurn<T>(file: string, env: Environment, dryRun: boolean, work: () => T): Promise<T> {
  if (dryRun) return work();
  makeRecordFolder(file, env);
  const lockFile = `${recordPath(file, env)}.lock`;
  const attempt = await waitForLock(lockFile, patienceMs);
  if (!attempt.taken)
    throw fail('store_busy', { operation: 'lock', target: file, lockFile, ...attempt.owner });
  try {
    return work();
  } finally {
    attempt.lock.release();
  }
}

function textOf(file: string): string | undefined {
  try {
    return readText(file, largestSettings);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'file_not_found') throw error;
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
    // Writing there would put a file in the place of the link.
    const reason = 'it is a symbolic link that leads nowhere';
    throw fail('file_unreadable', { operation: 'read_settings', target: file, reason });
  }
}

function write(file: string, text: string): void {
  try {
    makeFolders(dirname(file));
  } catch (error) {
    throw writeFailure(error, file);
  }
  writeAtomically(file, text);
}

/** The file and the folders that will have to be made for it, outermost last. */
function madeFor(file: string, before: string | undefined, host: Host, env: Environment): string[] {
  if (before !== undefined) return [...(readRecord(file, host.name, env)?.made ?? [file])];
  const made = [file];
  for (let folder = dirname(file); !isThere(folder); folder = dirname(folder)) made.push(folder);
  return made;
}

function removeMade([file, ...folders]: readonly string[]): void {
  if (file === undefined) return;
  try {
    rmSync(file, { force: true });
  } catch (error) {
    throw writeFailure(error, file);
  }
  for (const folder of folders) {
    try {
      rmdirSync(folder);
    } catch {
      // Somebody else put something into it.
      return;
    }
  }
}
