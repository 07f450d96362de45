// A new key for a pad: the old one goes on opening what it opened, and encrypts nothing any more.

import { writeAtomically } from '../../disk/atomic.js';
import { readProjectText, readText } from '../../disk/read.js';
import { whileLocked } from '../../disk/while-locked.js';
import { fail } from '../../protocol/codes.js';
import { isTrusted } from '../../trust/trust-state.js';
import { type Context, contextPath } from '../context.js';
import { withLock } from '../lock.js';
import { readSettings } from '../read-settings.js';
import { configName } from '../settings.js';
import { padConfigItem } from '../settings-trust.js';
import { acceptPadConfig, keepTrust, requireAcceptedConfig } from './accept-config.js';
import { type Changed, type ChangingServices, replacePad } from './change.js';
import { findKeys, identityFile, retiredLine } from './keys.js';
import { newKeyLines, toTheSecond } from './make-key.js';
import { readPad } from './open.js';
import { labelsOf, padPath, padStore } from './pad-file.js';
import { sealPad } from './seal.js';

const patienceMs = 60_000;

export interface Rekeyed extends Changed {
  /** The public part of the new key; nothing for a new passphrase. */
  readonly recipient: string | undefined;
  /** Public keys that no longer open what is written from now on. */
  readonly retired: readonly string[];
  readonly configChanged: boolean;
}

/** The key first, then the config, then the pad: whoever is killed in between has a pad that one of the two keys opens. */
export async function rekeyPad(context: Context, services: ChangingServices): Promise<Rekeyed> {
  await acceptPadConfig(context, services, undefined);
  return withLock(context, padStore, async () => {
    const { pad, file, sealing } = await readPad(context, services);
    const target = labelsOf('encrypted').shown;
    if (file === undefined || sealing === undefined)
      throw fail('rekey_impossible', {
        operation: 'rekey',
        target,
        obstacle: file === undefined ? 'no_pad' : 'plain',
      });
    const accepted = await readSettings(context);
    requireAcceptedConfig(context, services, accepted, undefined, file.form);
    const now = services.clock.now();
    const change =
      sealing.by === 'passphrase'
        ? newPassphrase(services, target)
        : await newKey(context, services, now, target);
    const settings = await readSettings(context);
    const sealed = await sealPad(pad, 'encrypted', { sealing, settings, outside: change.services, now });
    const counts = { entriesBefore: pad.entries.length, entriesAfter: pad.entries.length };
    const next = { form: 'encrypted' as const, path: padPath(context, 'encrypted'), bytes: sealed.bytes };
    const occasion = { operation: 'rekey', ...counts };
    const kept = replacePad(context, { file, next, occasion, settings, now });
    const { recipients, keyMade, warnings } = sealed;
    const changed = { pad, form: next.form, recipients, keyMade, warnings: [...warnings, ...kept] };
    return {
      ...changed,
      recipient: change.recipient,
      retired: change.retired,
      configChanged: change.configChanged,
    };
  });
}

interface KeyChange {
  /** With what the pad is encrypted from now on. */
  readonly services: ChangingServices;
  readonly recipient: string | undefined;
  readonly retired: readonly string[];
  readonly configChanged: boolean;
}

function newPassphrase(services: ChangingServices, target: string): KeyChange {
  const passphrase = services.env['CTX_AGE_NEW_PASSPHRASE'] || undefined;
  if (passphrase === undefined)
    throw fail('rekey_impossible', { operation: 'rekey', target, obstacle: 'no_passphrase' });
  const env = { ...services.env, CTX_AGE_PASSPHRASE: passphrase };
  return { services: { ...services, env }, recipient: undefined, retired: [], configChanged: false };
}

async function newKey(
  context: Context,
  services: ChangingServices,
  now: number,
  target: string,
): Promise<KeyChange> {
  const { env, cwd } = services;
  if (env['CTX_AGE_IDENTITY'])
    throw fail('rekey_impossible', { operation: 'rekey', target, obstacle: 'given_key' });
  const path = identityFile(env);
  return whileLocked({ lockFile: `${path}.lock`, target: path, patienceMs }, async () => {
    const { own } = await findKeys(env, cwd);
    const retired = own.map(({ text }) => text);
    const isPostQuantum = own.some((key) => key.isPostQuantum);
    const { keyLines, recipient } = await newKeyLines(now, { isPostQuantum });
    writeAtomically(path, `${keyLines}\n${withRetired(readText(path), now)}`, 0o600);
    const configChanged = await renameInConfig(context, services, retired, recipient);
    return { services, recipient, retired, configChanged };
  });
}

/** A line before each key says that it only opens from now on. */
function withRetired(text: string, now: number): string {
  const lines = text.split('\n');
  const older = lines.flatMap((line, i) => {
    const isKey = line.trim() !== '' && !line.trim().startsWith('#');
    return isKey && !retiredLine.test(lines[i - 1] ?? '')
      ? [`# retired: ${toTheSecond(now)}, opens what is older`, line]
      : [line];
  });
  return older.join('\n');
}

/** Where the config names the user's own old key for the team, it names the new one then; and what was trusted stays so. */
async function renameInConfig(
  context: Context,
  { env, trust }: ChangingServices,
  retired: readonly string[],
  recipient: string,
): Promise<boolean> {
  const before = await readSettings(context);
  if (!before.recipients.some((each) => retired.includes(each.trim()))) return false;
  const path = contextPath(context, configName);
  const text = readProjectText(context.root, path);
  writeAtomically(
    path,
    retired.reduce((changed, old) => changed.replaceAll(old, recipient), text),
  );
  const place = { root: context.root, env };
  const [was, is] = [before, await readSettings(context)].map(({ recipients }) =>
    padConfigItem('encrypted', recipients),
  );
  if (was !== undefined && is !== undefined && isTrusted(was, place)) await keepTrust(is, place, trust);
  return true;
}
