// Taking out what ctx put into a host: the folder as a whole, the settings byte for byte.

import { isThere } from '../../disk/is-there.js';
import type { Environment } from '../../disk/user-folder.js';
import type { ExtensionScope } from '../../hosts/extensions.js';
import { fail } from '../../protocol/codes.js';
import { nearest } from '../../text/nearest.js';
import { changedIn } from './on-disk.js';
import { removeFolder } from './put-folder.js';
import { allRecords, forgetRecord, type InstallRecord, inTurn, type PutServer } from './records.js';
import { removeServer, type SettingsChange, serversThere } from './server-settings.js';
import { settleAll } from './settle.js';

export interface UninstallWish {
  /** An id, or the last part of one. */
  readonly id: string;
  readonly host: string | undefined;
  readonly scope: ExtensionScope | undefined;
  readonly root: string;
  readonly env: Environment;
  /** Also what was changed since. */
  readonly force: boolean;
  readonly dryRun: boolean;
}

export interface Removal {
  readonly id: string;
  readonly host: string;
  readonly scope: ExtensionScope;
  readonly where: string;
  readonly settings: SettingsChange | undefined;
}

/** One thing that ctx put somewhere. */
export interface OwnInstall {
  readonly id: string;
  readonly record: InstallRecord;
  /** Of a settings file, the server that is meant. */
  readonly server: PutServer | undefined;
}

/** What ctx put into hosts of this user, and of this project. */
export function installedByCtx(env: Environment, root: string): OwnInstall[] {
  const records = allRecords(env).filter((record) => record.scope === 'user' || record.root === root);
  return records.flatMap((record): OwnInstall[] => {
    if (record.type === 'folder') return [{ id: record.id, record, server: undefined }];
    return serversThere(env, record).map((server) => ({ id: server.id, record, server }));
  });
}

export function uninstallEntry(wish: UninstallWish): Promise<Removal[]> {
  const { env, root, id, dryRun } = wish;
  return inTurn(env, () => {
    if (!dryRun) settleAll(env);
    const all = installedByCtx(env, root);
    const meant = all.filter((one) => isMeant(one, wish));
    if (meant.length === 0) {
      const known = [...new Set(all.map((one) => one.id))];
      throw fail('catalog_not_installed', {
        operation: 'uninstall',
        target: id,
        known,
        nearest: nearest(id, known),
      });
    }
    for (const one of meant) refuseChanged(one, wish);
    return meant.map((one) => removed(one, wish));
  });
}

function isMeant({ id, record }: OwnInstall, wish: UninstallWish): boolean {
  const wanted = wish.id.toLowerCase();
  const isNamed = id === wanted || id.split('/').at(-1) === wanted;
  return (
    isNamed &&
    (wish.host === undefined || record.host === wish.host) &&
    (wish.scope === undefined || record.scope === wish.scope)
  );
}

/** Somebody's work is not thrown away without a word. */
function refuseChanged({ id, record, server }: OwnInstall, { env, force }: UninstallWish): void {
  if (server !== undefined && record.type === 'servers') removeServer(env, record, server, force, true);
  if (force || record.type !== 'folder') return;
  const changed = changedIn(record.folder, record.files);
  // One that is gone already has nothing to lose.
  if (changed === undefined || !isThere(record.folder)) return;
  throw fail('catalog_install_changed', {
    operation: 'uninstall',
    target: id,
    changed: `${record.folder}/${changed}`,
  });
}

function removed({ id, record, server }: OwnInstall, { env, force, dryRun }: UninstallWish): Removal {
  const { host, scope } = record;
  if (record.type === 'servers') {
    const settings = server === undefined ? undefined : removeServer(env, record, server, force, dryRun);
    return { id, host, scope, where: record.file, settings };
  }
  if (!dryRun) {
    if (!isThere(record.folder)) forgetRecord(env, record.folder);
    else removeFolder(env, record);
  }
  return { id, host, scope, where: record.folder, settings: undefined };
}
