// The project's memory: is it there, can it be read, is what is private kept out of git?

import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from '../disk/is-there.js';
import { appendToProjectFile } from '../disk/plain-file.js';
import { projectTextIfThere, readProjectText } from '../disk/read.js';
import { writeFailure } from '../disk/system-errors.js';
import { hasMemory } from '../hooks/hooked-project.js';
import { type Context, contextName, contextPath } from '../memory/context.js';
import { createOnce } from '../memory/create-once.js';
import { ignoredPatterns, ignoreFile } from '../memory/initialise.js';
import { readSettings } from '../memory/read-settings.js';
import { isMembers } from '../protocol/members.js';
import { listSessions } from '../session/list.js';
import { counted } from '../text/counted.js';
import { type Check, type Diagnosis, ok, skipped } from './check.js';
import { checkFiles } from './file-checks.js';
import { checkLeftovers } from './leftovers.js';
import { checkLocks } from './locks.js';
import { checkMerge } from './merge-checks.js';
import type { OwnPlaces } from './own-places.js';
import { ruleTroubles } from './rule-checks.js';

export function projectChecks(
  context: Context,
  {
    sessions,
    env,
    now,
    shippedFolder,
  }: {
    readonly sessions: string;
    readonly env: OwnPlaces['env'];
    readonly now: number;
    readonly shippedFolder: string;
  },
): Check[] {
  const places = { root: context.root, sessions, env };
  return [
    { name: 'context', examine: () => checkFolder(context) },
    { name: 'config', examine: () => checkConfig(context) },
    { name: 'git ignore', examine: () => checkIgnored(context) },
    { name: 'git merge', examine: () => checkMerge(context, shippedFolder) },
    { name: 'files', examine: () => checkFiles(context) },
    { name: 'leftovers', examine: () => checkLeftovers(places, now) },
    { name: 'locks', examine: () => checkLocks(places) },
    { name: 'sessions', examine: () => checkSessions(sessions) },
    { name: 'mcp', examine: () => checkMcp(context.root) },
  ];
}

function checkFolder(context: Context): Diagnosis {
  const folder = join(context.root, contextName);
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw writeFailure(error, folder);
  }
  return ok(folder);
}

async function checkConfig(context: Context): Promise<Diagnosis> {
  const { encrypted, recipients, hooks } = await readSettings(context);
  const [trouble] = ruleTroubles(hooks.deny);
  if (trouble !== undefined) {
    return {
      state: trouble.kind === 'unreadable' ? 'error' : 'warning',
      says: trouble.says,
      fix: `fix it in ${contextName}/config.yaml; ctx docs policy`,
    };
  }
  const shared = recipients.length === 0 ? '' : `, shared with ${counted(recipients.length, 'more key')}`;
  return ok(`a new pad is ${encrypted ? 'encrypted' : 'plain'}${shared}`);
}

function checkIgnored(context: Context): Diagnosis {
  const path = contextPath(context, '.gitignore');
  const text = projectTextIfThere(context.root, path) ?? '';
  const lines = new Set(text.split(/\r?\n/).map((line) => line.trim()));
  const missing = ignoredPatterns
    .filter((pattern) => !lines.has(pattern))
    .filter((pattern) => hasMemory(context.root) || isExposed(context, pattern));
  if (missing.length === 0) return ok('what is private stays out of git');
  return {
    state: 'warning',
    says: `git may take up what is private: ${missing.join(', ')}`,
    fix: `add them to ${contextName}/.gitignore`,
    mend() {
      const did = `added to ${contextName}/.gitignore: ${missing.join(', ')}`;
      if (text === '' && createOnce(path, ignoreFile)) return did;
      try {
        appendToProjectFile(context.root, path, `${text.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`);
        return did;
      } catch (error) {
        throw writeFailure(error, path);
      }
    },
  };
}

/** Before `ctx init`, only what is there counts. Folders that runs make keep themselves out of git. */
function isExposed(context: Context, pattern: string): boolean {
  const isFolder = pattern.endsWith('/');
  const path = contextPath(context, isFolder ? pattern.slice(0, -1) : pattern);
  return isThere(path) && !(isFolder && isThere(join(path, '.gitignore')));
}

function checkSessions(folder: string): Diagnosis {
  const { rows, total } = listSessions(folder, 200);
  const broken = rows.filter((row) => !row.readable);
  if (broken.length === 0) return ok(`${total} in ${folder}`);
  return {
    state: 'warning',
    says: `${broken.length} of ${rows.length < total ? `the newest ${rows.length}` : total} cannot be read: ${broken
      .slice(0, 3)
      .map(({ session_id }) => session_id)
      .join(', ')}`,
    fix: 'ctx verify says what is wrong with each',
  };
}

function checkMcp(root: string): Diagnosis {
  const path = join(root, '.mcp.json');
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return skipped('there is no .mcp.json');
  const problem = mcpProblem(readProjectText(root, path));
  if (problem === undefined) return ok('.mcp.json is well formed');
  return {
    state: 'error',
    says: `.mcp.json ${problem}`,
    fix: 'fix the file; each server needs `command` or `url`',
  };
}

function mcpProblem(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'is not valid JSON';
  }
  const servers = isMembers(value) ? value['mcpServers'] : undefined;
  if (!isMembers(servers)) return 'has no object `mcpServers`';
  const odd = Object.entries(servers).find(([, server]) => {
    return !isMembers(server) || (typeof server['command'] !== 'string' && typeof server['url'] !== 'string');
  });
  return odd === undefined ? undefined : `has a server that cannot be started: ${odd[0]}`;
}
