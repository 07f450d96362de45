// The skill that ships with ctx, in a host's folder: put there, renewed after an update, and kept where a person changed it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../disk/digest.js';
import { isThere } from '../../disk/is-there.js';
import { type Environment, userFolder } from '../../disk/user-folder.js';
import { fail } from '../../protocol/codes.js';
import { isSystemError } from '../../protocol/failure.js';
import type { GatheredFile } from './gathered.js';
import { changedIn } from './on-disk.js';
import { putFolder, removeFolder } from './put-folder.js';
import { type InstallPlace, inTurn, readRecord } from './records.js';
import { settleAll } from './settle.js';

/** By which `ctx catalog uninstall` knows it. */
export const ownSkillId = 'skill:ctx/ctx';

export type SkillChange = 'installed' | 'renewed' | 'unchanged';

export interface SkillWish {
  readonly env: Environment;
  readonly place: InstallPlace;
  /** Where it goes. */
  readonly folder: string;
  readonly shippedFolder: string;
  readonly dryRun: boolean;
}

export async function putOwnSkill({
  env,
  place,
  folder,
  shippedFolder,
  dryRun,
}: SkillWish): Promise<SkillChange> {
  const files = shippedSkill(shippedFolder);
  if (dryRun) return whatWouldChange(env, folder, files);
  return inTurn(env, () => {
    settleAll(env);
    const change = whatWouldChange(env, folder, files);
    const record = readRecord(env, folder);
    if (change === 'renewed' && record?.type === 'folder') removeFolder(env, record);
    if (change !== 'unchanged') putFolder(env, place, ownSkillId, folder, files);
    return change;
  });
}

function whatWouldChange(env: Environment, folder: string, files: readonly GatheredFile[]): SkillChange {
  if (!isThere(folder)) return 'installed';
  const wanted = Object.fromEntries(files.map(({ path, bytes }) => [path, sha256(bytes)]));
  const record = userFolder('state', env) === undefined ? undefined : readRecord(env, folder);
  const isOurs = record?.type === 'folder' && record.id === ownSkillId;
  if (!isOurs)
    throw fail('catalog_place_taken', {
      operation: 'install',
      target: ownSkillId,
      place: folder,
      ours: record?.type === 'folder' ? record.id : undefined,
    });
  const changed = changedIn(folder, record.files);
  if (changed !== undefined)
    throw fail('catalog_install_changed', {
      operation: 'install',
      target: ownSkillId,
      changed: join(folder, changed),
    });
  return changedIn(folder, wanted) === undefined ? 'unchanged' : 'renewed';
}

function shippedSkill(shippedFolder: string): GatheredFile[] {
  const folder = join(shippedFolder, 'skills/ctx');
  try {
    return readdirSync(folder).map((path) => ({
      path,
      bytes: readFileSync(join(folder, path)),
      executable: false,
    }));
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT')) throw cause;
    throw fail('package_incomplete', { operation: 'read', target: 'skills/ctx', cause });
  }
}
