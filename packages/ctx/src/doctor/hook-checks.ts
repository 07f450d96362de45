// The hooks in the hosts' settings: are they there, of this version, and did anything go wrong in them?

import { readErrors } from '../hooks/errors.js';
import { isPaused } from '../hooks/hooked-project.js';
import { scopes } from '../hosts/host.js';
import { hosts } from '../hosts/known.js';
import { examineHosts } from '../hosts/settings/examine.js';
import type { Context } from '../memory/context.js';
import { type Check, type Diagnosis, ok, skipped } from './check.js';

type Environment = Readonly<Record<string, string | undefined>>;

export function hookChecks(context: Context, env: Environment): Check[] {
  return [
    { name: 'hooks', examine: () => checkHooks(context, env) },
    { name: 'hook errors', examine: () => checkErrors(context) },
  ];
}

async function checkHooks({ root }: Context, env: Environment): Promise<Diagnosis> {
  const files = await examineHosts(hosts, scopes, { root, env });
  const installed = files.filter(({ hooks }) => hooks.length > 0);
  if (installed.length === 0) return skipped('none are installed; `ctx init --hooks` does it');
  const wrong = installed.flatMap(({ hooks, missing, host, scope }) => [
    ...hooks.flatMap(({ event, problems }) =>
      problems.map((problem) => `${host.name} ${event}: ${problem.replace('_', ' ')}`),
    ),
    ...missing.map((event) => `${host.name} ${scope}: no hook for ${event}`),
  ]);
  if (wrong.length > 0) {
    const more = wrong.length > 3 ? `, and ${wrong.length - 3} more` : '';
    return {
      state: 'warning',
      says: wrong.slice(0, 3).join(', ') + more,
      fix: 'ctx hooks verify says what to do',
    };
  }
  const places = installed.map(({ host, scope, hooks }) => {
    const versions = [...new Set(hooks.map(({ layout }) => layout))].join(', ');
    return `${host.name} (${scope}, version ${versions})`;
  });
  return ok(`${places.join(', ')}${isPaused(root, env) ? '; paused here' : ''}`);
}

function checkErrors(context: Context): Diagnosis {
  const errors = readErrors(context);
  const last = errors.at(-1);
  if (last === undefined) return ok('none');
  const [line] = last.error.split('\n');
  return {
    state: 'warning',
    says: `${errors.length} in .context/state/hook-errors.log, the last ${last.at} in ${last.hook}, ${last.check}: ${line}`,
    fix: 'mend what it names, or report it; then delete the log',
  };
}
