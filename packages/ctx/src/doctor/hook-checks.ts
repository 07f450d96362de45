// The hooks in the hosts' settings: are they there, of this version, and did anything go wrong in them?

import { accessSync, constants, statSync } from 'node:fs';
import { NotPlain, notPlainWords } from '../disk/plain-file.js';
import { diskTrouble, readFailure } from '../disk/system-errors.js';
import type { Environment } from '../disk/user-folder.js';
import { errorLog, readErrors } from '../hooks/errors.js';
import { isPaused } from '../hooks/hooked-project.js';
import { scopes } from '../hosts/host.js';
import { hosts } from '../hosts/known.js';
import { type ExaminedFile, examineHosts } from '../hosts/settings/examine.js';
import { keptResults } from '../live/kept-results.js';
import type { LiveResult } from '../live/live-result.js';
import { type Context, contextPath } from '../memory/context.js';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';
import { type Check, type Diagnosis, firstOf, ok, skipped } from './check.js';

export function hookChecks(context: Context, env: Environment): Check[] {
  return [
    { name: 'hooks', examine: () => checkHooks(context, env) },
    { name: 'hook errors', examine: () => checkErrors(context) },
  ];
}

async function checkHooks({ root }: Context, env: Environment): Promise<Diagnosis> {
  const files = await examineHosts(hosts, scopes, { root, env });
  const installed = files.filter(({ hooks }) => hooks.length > 0);
  if (installed.length === 0) return skipped('none are installed; `ctx init --hooks` installs them');
  const wrong = installed.flatMap(({ hooks, missing, host, scope }) => [
    ...hooks.flatMap(({ event, problems }) =>
      problems.map((problem) => `${host.name} ${event}: ${problem.replace('_', ' ')}`),
    ),
    ...missing.map((event) => `${host.name} ${scope}: no hook for ${event}`),
  ]);
  if (wrong.length > 0) {
    return { state: 'warning', says: firstOf(wrong, 3), fix: 'ctx hooks verify says what to do' };
  }
  const unsound = newestOf(installed, env).find(({ sound }) => !sound);
  if (unsound !== undefined) {
    const { host, version, checks, at } = unsound;
    const broken = checks.flatMap(({ check, state }) => (state === 'broken' ? [check] : []));
    return {
      state: 'warning',
      says: `${host} ${version} failed its live check on ${at.slice(0, 10)}: ${broken.join(', ')}`,
      fix: `ctx hooks verify --live --host ${host}`,
    };
  }
  const places = installed.map(({ host, scope, hooks }) => {
    const versions = [...new Set(hooks.map(({ layout }) => layout))].join(', ');
    const [checked] = keptResults(host.name, env);
    const live = checked === undefined ? '' : `, checked live with ${checked.version}`;
    return `${host.name} (${scope}, version ${versions}${live})`;
  });
  return ok(`${places.join(', ')}${isPaused(root, env) ? '; paused here' : ''}`);
}

/** What the newest live check of each host showed. */
function newestOf(files: readonly ExaminedFile[], env: Environment): LiveResult[] {
  const names = [...new Set(files.map(({ host }) => host.name))];
  return names.flatMap((name) => keptResults(name, env).slice(0, 1));
}

function checkErrors(context: Context): Diagnosis {
  const unwritable = whyUnwritable(contextPath(context, 'state'), contextPath(context, ...errorLog));
  if (unwritable !== undefined) {
    return {
      state: 'error',
      says: `hook errors cannot be recorded: ${unwritable}`,
      fix: 'make .context/state a folder that you can write to',
    };
  }
  const errors = errorsIn(context);
  const last = errors.at(-1);
  if (last === undefined) return ok('none');
  const [line] = last.error.split('\n');
  return {
    state: 'warning',
    says: `${errors.length} in .context/state/hook-errors.log, the last ${last.at} in ${last.hook}, ${last.check}: ${line}`,
    fix: 'fix what it names, or report it; then delete the log',
  };
}

function errorsIn(context: Context) {
  try {
    return readErrors(context);
  } catch (error) {
    const path = contextPath(context, ...errorLog);
    if (error instanceof NotPlain) {
      throw fail('file_unreadable', { operation: 'read', target: path, reason: notPlainWords[error.reason] });
    }
    throw readFailure(error, path);
  }
}

/** Hooks make the folder and the log when they need them. */
function whyUnwritable(folder: string, log: string): string | undefined {
  for (const [path, wanted] of [
    [folder, constants.W_OK | constants.X_OK],
    [log, constants.W_OK],
  ] as const) {
    try {
      accessSync(path, wanted);
      if (path === folder && !statSync(folder).isDirectory()) return `${folder} is not a folder`;
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return undefined;
      return `${path} cannot be written to: ${diskTrouble(error) ?? String(error)}`;
    }
  }
  return undefined;
}
