// `ctx hooks verify --live`: which hosts are tried, one after the other, and what is kept of it.

import { resolve } from 'node:path';
import type { Services } from '../../cli/command.js';
import { stoppedBy } from '../../cli/stopped-by.js';
import { type HostProgram, programAt, programInPath } from '../../hosts/find-program.js';
import { isInPath } from '../../hosts/here.js';
import type { Scope } from '../../hosts/host.js';
import { hostNamed } from '../../hosts/known.js';
import { ownPath } from '../../hosts/own-path.js';
import type { DrivenHost } from '../../live/driven-host.js';
import { drivenHosts } from '../../live/driven-hosts.js';
import { keepResult } from '../../live/kept-results.js';
import { tryHost, unknownVersion } from '../../live/try-host.js';
import { projectRoot } from '../../project/root.js';
import { fail } from '../../protocol/codes.js';
import { namedHosts } from './chosen-hosts.js';
import { type LiveAnswer, liveAnswer } from './live-answer.js';

export interface LiveFlags {
  readonly host: readonly string[];
  readonly scope?: Scope | undefined;
  readonly program?: string | undefined;
  readonly timeout: number;
  readonly 'exit-zero': boolean;
}

interface Installed {
  readonly driven: DrivenHost;
  readonly program: HostProgram;
}

export async function liveTrials(flags: LiveFlags, services: Services): Promise<LiveAnswer[]> {
  const { env, cwd, clock, program, signal } = services;
  const root = projectRoot({ cwd, env });
  const path = ownPath({ root, env });
  const scope = flags.scope ?? 'user';
  if (scope === 'project' && !isInPath({ PATH: path }, 'ctx-hook'))
    throw fail('hook_program_missing', { operation: 'find_hosts', target: 'ctx-hook' });
  const answers: LiveAnswer[] = [];
  for (const { driven, program: words } of installedHosts(flags, cwd, path)) {
    const host = hostNamed(driven.name);
    if (host === undefined) throw new TypeError(`no host is called ${driven.name}`);
    if (host.settingsFiles({ root, env })[scope] === undefined)
      throw fail('host_scope_missing', { operation: 'argparse', target: '--scope', host: host.title, scope });
    const result = await tryHost({
      host,
      driven,
      program: words,
      scope,
      shipped: program.shippedFolder,
      ctxVersion: program.version,
      path,
      signal,
      limitMs: flags.timeout * 1000,
      now: () => clock.now(),
    });
    if (signal.aborted) throw stoppedBy(signal, 'run', 'hooks verify');
    // What does not even say its version is no host.
    if (result.version !== unknownVersion) keepResult(result, env);
    const answer = liveAnswer(result);
    services.emit({ type: 'live', ...answer });
    answers.push(answer);
  }
  return answers;
}

/** Those that were named must be there; of the others, those that are. */
function installedHosts({ host: given, program }: LiveFlags, cwd: string, path: string): Installed[] {
  const named = namedHosts(given);
  if (program !== undefined) {
    const [only, ...more] = named ?? [];
    if (only === undefined || more.length > 0)
      throw fail('flag_needs', { operation: 'argparse', target: '--program', other: '--host' });
    return [{ driven: drivenNamed(only.name), program: programAt(resolve(cwd, program)) }];
  }
  const chosen = named?.map(({ name }) => drivenNamed(name)) ?? drivenHosts;
  const found = chosen.map((driven) => ({ driven, program: programInPath(driven.program, path) }));
  const missing = found.filter((one) => one.program === undefined);
  if (missing.length > 0 && (named !== undefined || missing.length === chosen.length)) {
    const target = named === undefined ? 'hosts' : (missing[0]?.driven.name ?? '');
    const known = (named === undefined ? missing : missing.slice(0, 1)).map(({ driven }) => driven.program);
    throw fail('host_program_missing', { operation: 'find_hosts', target, known, named: false });
  }
  return found.flatMap(({ driven, program: words }) =>
    words === undefined ? [] : [{ driven, program: words }],
  );
}

function drivenNamed(name: string): DrivenHost {
  const driven = drivenHosts.find((host) => host.name === name);
  if (driven !== undefined) return driven;
  const known = drivenHosts.map((host) => host.name);
  throw fail('host_not_driven', { operation: 'argparse', target: name, known });
}
