// From an entry of the catalog to a skill, an agent or an MCP server in a host: everything is read, checked and shown first, and
// then written in one step.

import { join, resolve } from 'node:path';
import { pathInside } from '../../disk/inside.js';
import { shellWord } from '../../disk/shell-word.js';
import type { Environment } from '../../disk/user-folder.js';
import { type ExtensionScope, extensionsOf, type ServerStart } from '../../hosts/extensions.js';
import type { Host } from '../../hosts/host.js';
import { fail } from '../../protocol/codes.js';
import { requireConsent } from '../../trust/require-consent.js';
import type { TrustGate } from '../../trust/require-trust.js';
import type { Entry } from '../entry.js';
import type { Gathered } from './gathered.js';
import type { GitPage } from './git-page.js';
import { isThereAt, sourceIn } from './given-source.js';
import { localSource } from './local-source.js';
import { prepare } from './prepared.js';
import { putFolder } from './put-folder.js';
import { type InstallPlace, inTurn, type PutServer } from './records.js';
import { putServer, type SettingsChange } from './server-settings.js';
import { serverName, serverStart } from './server-start.js';
import { settleAll } from './settle.js';

export interface InstallWish {
  readonly entry: Entry;
  readonly host: Host;
  readonly scope: ExtensionScope;
  readonly root: string;
  readonly home: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly version: string;
  /** A copy of the source that a person has. */
  readonly from?: string | undefined;
  readonly cwd: string;
  readonly args: readonly string[];
  readonly withoutLicence: boolean;
  readonly dryRun: boolean;
  readonly gate: TrustGate;
}

export interface Installation {
  /** The folder or the settings file. */
  readonly where: string;
  readonly name: string;
  readonly change: 'installed' | 'unchanged';
  readonly files: readonly string[];
  readonly licence: string | undefined;
  readonly commit: string | undefined;
  readonly start: ServerStart | undefined;
  readonly settings: SettingsChange | undefined;
  readonly notes: readonly string[];
}

export function installEntry(wish: InstallWish): Promise<Installation> {
  switch (wish.entry.kind) {
    case 'mcp':
      return installServer(wish);
    case 'skill':
    case 'agent':
      return installFolder(wish);
    case 'harness':
      throw unsupported(wish);
  }
}

async function installFolder(wish: InstallWish): Promise<Installation> {
  const { entry, host, scope, env, dryRun } = wish;
  const extensions = extensionsOf(host.name);
  const folderOf = entry.kind === 'skill' ? extensions.skills : extensions.agents;
  if (folderOf === undefined) throw unsupported(wish);
  const prepared = prepare(entry, await gather(wish), wish.version, wish.withoutLicence);
  const parent = folderOf(scope, { root: wish.root, env });
  const folder =
    scope === 'project'
      ? pathInside(wish.root, parent.slice(wish.root.length + 1), prepared.name)
      : join(parent, prepared.name);
  const answer = {
    where: folder,
    name: prepared.name,
    files: prepared.files.map(({ path }) => path),
    licence: prepared.licence,
    commit: prepared.commit,
    start: undefined,
    settings: undefined,
    notes: prepared.notes,
  };
  if (dryRun) return { ...answer, change: isThereAt(folder) ? 'unchanged' : 'installed' };
  const heading = headingOf(wish, folder);
  await requireConsent({ target: entry.id, heading, lines: prepared.lines }, wish.gate);
  const change = await inTurn(env, () => {
    settleAll(env);
    return putFolder(env, placeOf(wish), entry.id, folder, prepared.files);
  });
  return { ...answer, change };
}

function gather(wish: InstallWish): Promise<Gathered> | Gathered {
  const { entry, from, cwd } = wish;
  const found = sourceIn(entry, from === undefined ? undefined : resolve(cwd, from));
  return 'place' in found ? localSource(entry, found.place) : fromGit(wish, found.page);
}

async function fromGit({ entry, env, signal }: InstallWish, page: GitPage): Promise<Gathered> {
  // Only a source elsewhere needs git.
  const { gitSource } = await import('./git-source.js');
  return gitSource(entry, page, { env, signal });
}

async function installServer(wish: InstallWish): Promise<Installation> {
  const { entry, host, scope, root, env, dryRun } = wish;
  const { servers } = extensionsOf(host.name);
  const start = serverStart(entry, wish.args);
  const name = serverName(entry);
  if ('byHand' in servers) throw unsupported(wish, `${servers.byHand} ${name} ${byHand(start)}`);
  const file = servers.file(scope, { root, env });
  if (file === undefined)
    throw fail('host_scope_missing', { operation: 'install', target: host.name, host: host.title, scope });
  if (scope === 'project') pathInside(root, file.slice(root.length + 1));
  const place = { ...placeOf(wish), file, member: servers.member };
  const server: PutServer = { id: entry.id, name, value: servers.value(start) };
  // What is wrong with the settings is said before anybody is asked.
  const planned = putServer(env, place, server, true);
  const answer = {
    where: file,
    name,
    files: [],
    licence: entry.licence,
    commit: undefined,
    start,
    notes: [
      'it may need keys or more arguments; its source says which',
      ...(scope === 'project' && host.name === 'claude-code'
        ? ['Claude Code asks you about it at its next start']
        : []),
    ],
  };
  const isThere = planned.before === planned.after;
  if (dryRun || isThere) return { ...answer, settings: planned, change: isThere ? 'unchanged' : 'installed' };
  await requireConsent(
    { target: entry.id, heading: headingOf(wish, file), lines: serverLines(entry, start) },
    wish.gate,
  );
  const settings = await inTurn(env, () => {
    settleAll(env);
    return putServer(env, place, server, false);
  });
  return { ...answer, settings, change: 'installed' };
}

function serverLines(entry: Entry, start: ServerStart): string[] {
  const fetched =
    'url' in start ? [] : ['it is fetched and run with your rights whenever the host starts it'];
  return [
    'url' in start
      ? `it talks to ${start.url}`
      : `it runs ${[start.command, ...start.args].map(shellWord).join(' ')}`,
    ...fetched,
    `licence: ${entry.licence ?? 'not known'}`,
    `source: ${entry.source}`,
    `says: ${entry.summary}`,
  ];
}

function byHand(start: ServerStart): string {
  return 'url' in start
    ? `--url ${shellWord(start.url)}`
    : `-- ${[start.command, ...start.args].map(shellWord).join(' ')}`;
}

function headingOf({ entry, host }: InstallWish, where: string): string {
  return `${entry.id} will be put into ${host.title}, as ${where}:`;
}

function placeOf({ host, scope, root, home }: InstallWish): InstallPlace {
  return { host: host.name, scope, root: scope === 'project' ? root : home };
}

function unsupported({ entry, host }: InstallWish, command?: string) {
  const { id, kind: what, source } = entry;
  return fail('catalog_kind_uninstallable', {
    operation: 'install',
    target: id,
    what,
    host: host.title,
    source,
    command,
  });
}
