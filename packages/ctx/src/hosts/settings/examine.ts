// What is installed on this machine and for this project, and what is wrong with it as far as a look can tell.

import { isAbsolute } from 'node:path';
import { isWithinReach } from '../../disk/is-there.js';
import { isInPath } from '../here.js';
import { type Host, type HostPlaces, type Scope, scopes } from '../host.js';
import { layout } from '../layout.js';
import { installedHooks, mentionedHooks } from './install.js';
import type { Mention, OwnHook } from './registration.js';

export const hookProblems = [
  'another_version',
  'path_gone',
  'duplicate',
  'untrusted',
  'another_line',
  'wrong_answer',
] as const;

export type HookProblem = (typeof hookProblems)[number];

export interface ExaminedHook extends OwnHook {
  readonly scope: Scope;
  readonly problems: readonly HookProblem[];
}

/** One settings file of a host. */
export interface ExaminedFile {
  readonly host: Host;
  readonly scope: Scope;
  readonly file: string;
  readonly hooks: readonly ExaminedHook[];
  /** Events that should have a hook and have none; empty where nothing at all is installed. */
  readonly missing: readonly string[];
  /** Lines that name ctx and that ctx did not write. */
  readonly mentions: readonly Mention[];
}

/** Reads what is in one file; nothing where it cannot be read and whoever asked goes on with the others. */
type ReadFile = <T>(host: Host, file: string, read: () => T) => Promise<T | undefined>;

const orFail: ReadFile = async (_host, _file, read) => read();

export async function examineHosts(
  chosen: readonly Host[],
  wanted: readonly Scope[],
  places: HostPlaces,
  readFile: ReadFile = orFail,
): Promise<ExaminedFile[]> {
  const examined = await Promise.all(chosen.map((host) => examineHost(host, places, readFile)));
  return examined.flat().filter(({ scope }) => wanted.includes(scope));
}

async function examineHost(host: Host, places: HostPlaces, readFile: ReadFile): Promise<ExaminedFile[]> {
  const read = scopes.map(async (scope) => {
    const file = host.settingsFiles(places)[scope];
    if (file === undefined) return [];
    const found = await readFile(host, file, () => ({
      hooks: installedHooks(host, file),
      mentions: mentionedHooks(host, file),
    }));
    return found === undefined ? [] : [{ scope, file, ...found }];
  });
  const files = (await Promise.all(read)).flat();
  const all = files.flatMap(({ hooks }) => hooks);
  return Promise.all(
    files.map(async ({ scope, file, hooks, mentions }) => ({
      host,
      scope,
      file,
      hooks: await Promise.all(
        hooks.map(async (hook) => ({ ...hook, scope, problems: await problemsOf(hook, all, host, places) })),
      ),
      missing: hooks.length === 0 ? [] : missingIn(hooks, host),
      mentions,
    })),
  );
}

async function problemsOf(
  hook: OwnHook,
  all: readonly OwnHook[],
  host: Host,
  places: HostPlaces,
): Promise<HookProblem[]> {
  const problems: HookProblem[] = [];
  if (hook.layout !== layout) problems.push('another_version');
  if (!hook.starts.every((word) => isThere(word, places))) problems.push('path_gone');
  if (all.filter(({ event }) => event === hook.event).length > 1) problems.push('duplicate');
  if (host.trust !== undefined && !(await host.trust.isTrusted(hook, places))) problems.push('untrusted');
  return problems;
}

function isThere(word: string, { env }: HostPlaces): boolean {
  return isAbsolute(word) ? isWithinReach(word) : isInPath(env, word);
}

function missingIn(hooks: readonly OwnHook[], host: Host): string[] {
  const there = new Set(hooks.map(({ event }) => event));
  return Object.keys(host.events).filter((event) => !there.has(event));
}
