// A project's named remotes. They are the user's own, kept with the user under the project's path: a file in the repository could name a server that
// the repository's author listens at.

import { homeUnusable } from '../disk/home-folder.js';
import { changeOwnFile, readOwnFile } from '../disk/own-file.js';
import type { Environment } from '../disk/user-folder.js';
import { userPlace } from '../project/user-place.js';
import { fail } from '../protocol/codes.js';
import { isMembers } from '../protocol/members.js';

export interface Remote {
  readonly name: string;
  readonly url: string;
  readonly tokenFile?: string | undefined;
  /** Where its sessions work, below the folder that is served. */
  readonly folder?: string | undefined;
}

export interface RemotesPlace {
  readonly root: string;
  readonly env: Environment;
}

const nameShape = /^[A-Za-z0-9][\w.-]{0,63}$/;

export const nameWanted = 'up to 64 letters, digits, dots, dashes and underscores';

export function isRemoteName(text: string): boolean {
  return nameShape.test(text) && text !== '__proto__';
}

/** By name. */
export function remotesOf(place: RemotesPlace): Remote[] {
  return readRemotes(remotesFile(place));
}

/** Throws where the name is taken. */
export function addRemote(remote: Remote, place: RemotesPlace): Promise<void> {
  const path = remotesFile(place);
  return changeOwnFile(path, () => {
    const known = readRemotes(path);
    const taken = known.find(({ name }) => name === remote.name);
    if (taken !== undefined)
      throw fail('remote_exists', { operation: 'add', target: remote.name, url: taken.url });
    return asFile([...known, remote]);
  });
}

/** Whether it was there. */
export async function removeRemote(name: string, place: RemotesPlace): Promise<boolean> {
  const path = remotesFile(place);
  if (!readRemotes(path).some((remote) => remote.name === name)) return false;
  await changeOwnFile(path, () => asFile(readRemotes(path).filter((remote) => remote.name !== name)));
  return true;
}

export function remotesFile({ root, env }: RemotesPlace): string {
  const path = userPlace('state', root, 'remotes.json', env);
  if (path === undefined) throw homeUnusable(env);
  return path;
}

function asFile(remotes: readonly Remote[]): object {
  return {
    remotes: [...remotes]
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ name, url, tokenFile, folder }) => ({
        name,
        url,
        ...(tokenFile !== undefined && { token_file: tokenFile }),
        ...(folder !== undefined && { folder }),
      })),
  };
}

function readRemotes(path: string): Remote[] {
  const unusable = (reason: string, cause?: unknown) =>
    fail('remotes_unusable', { operation: 'read', target: path, reason, cause });
  const text = readOwnFile({ path, withheld: 'change', unusable });
  if (text === undefined) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw unusable('it is not JSON', cause);
  }
  const list = isMembers(value) ? value['remotes'] : undefined;
  if (!Array.isArray(list)) throw unusable('it has no list of remotes');
  return list.map((item: unknown) => {
    const { name, url, token_file: tokenFile, folder } = isMembers(item) ? item : {};
    const isText = (text: unknown) => text === undefined || typeof text === 'string';
    if (typeof name !== 'string' || !isRemoteName(name) || typeof url !== 'string')
      throw unusable('a remote needs a name and a url');
    if (!isText(tokenFile) || !isText(folder)) throw unusable(`${name} has a member that is not a string`);
    return {
      name,
      url,
      ...(typeof tokenFile === 'string' && { tokenFile }),
      ...(typeof folder === 'string' && { folder }),
    };
  });
}
