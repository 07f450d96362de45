// Before anything is written: the agents that the runs of a plan name are there, new enough, and can be held to what the runs want.

import { readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Environment } from '../disk/user-folder.js';
import { type HostProgram, programInPath } from '../hosts/find-program.js';
import { ownPath } from '../hosts/own-path.js';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';
import { memberOf } from '../protocol/members.js';
import type { PlannedRun, RunSettings } from '../protocol/records.js';
import type { DrivableHost } from './drivable-host.js';
import { reachesHook } from './host-hook.js';
import { otherAgent } from './hosts/other-agent.js';
import { drivableHost } from './known-agents.js';
import { enforcementOf } from './who-decides.js';

export interface PreparedAgent {
  readonly host: DrivableHost;
  readonly program: HostProgram;
  /** By its package; nothing where it was installed in another way. */
  readonly version?: string | undefined;
}

export interface AgentPlace {
  readonly root: string;
  readonly env: Environment;
}

export function preparedAgents(
  runs: readonly Pick<PlannedRun, 'settings'>[],
  place: AgentPlace,
): ReadonlyMap<string, PreparedAgent> {
  const agents = new Map<string, PreparedAgent>();
  for (const { settings } of runs) {
    if (settings.agent === undefined) continue;
    const prepared = agents.get(agentKey(settings)) ?? preparedAgent(settings.agent, place);
    requireStrict(settings, prepared.host);
    requireFigures(settings, prepared.host);
    agents.set(agentKey(settings), prepared);
  }
  return agents;
}

export function agentKey({ agent }: RunSettings): string {
  return JSON.stringify(agent);
}

function preparedAgent(agent: NonNullable<RunSettings['agent']>, place: AgentPlace): PreparedAgent {
  if (typeof agent !== 'string') {
    const [file = '', ...words] = agent.command;
    const program = foundProgram(file, place);
    if (program === undefined)
      throw fail('agent_missing', { operation: 'plan', target: agent.name, program: file });
    return { host: otherAgent(agent.name), program: [...program, ...words] };
  }
  const host = drivableHost(agent);
  const program = programInPath(host.program, ownPath(place));
  const install = installCommand(host.npm);
  if (program === undefined)
    throw fail('agent_missing', { operation: 'plan', target: agent, program: host.program, install });
  const version = installedVersion(program, host.npm);
  if (version !== undefined && isOlder(version, host.oldest))
    throw fail('agent_too_old', { operation: 'plan', target: agent, version, oldest: host.oldest, install });
  return { host, program, version };
}

/** A name is looked for in the PATH, without the project's own folders; a path stands relative to the project. */
function foundProgram(file: string, place: AgentPlace): HostProgram | undefined {
  if (!file.includes('/')) return programInPath(file, ownPath(place));
  const path = isAbsolute(file) ? file : resolve(place.root, file);
  return programInPath(path.slice(dirname(path).length + 1), dirname(path));
}

/** By the package that its program stands in; nothing where it was installed in another way. */
export function installedVersion([file = '']: HostProgram, npm: string): string | undefined {
  let folder = dirname(realpathSync(file));
  for (;;) {
    const found = packageIn(folder);
    if (memberOf(found, 'name') === npm) {
      const version = memberOf(found, 'version');
      return typeof version === 'string' ? version : undefined;
    }
    if (folder === dirname(folder)) return undefined;
    folder = dirname(folder);
  }
}

function packageIn(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EISDIR') || error instanceof SyntaxError)
      return undefined;
    throw error;
  }
}

export function installCommand(npm: string): string {
  return `npm install -g ${npm}@latest`;
}

export function isOlder(version: string, oldest: string): boolean {
  const numbers = (text: string) => text.split(/[.+-]/).slice(0, 3).map(Number);
  const [theirs, ours] = [numbers(version), numbers(oldest)];
  for (const [i, least] of ours.entries()) {
    const given = theirs[i] ?? 0;
    if (given !== least) return given < least;
  }
  return false;
}

function requireStrict(settings: RunSettings, host: DrivableHost): void {
  const { name, hook } = host;
  const { strict = false } = settings;
  const held = enforcementOf(host, { isHooked: hook !== undefined && reachesHook(settings), strict });
  const unasked = held.filter(({ by }) => by === 'none').map(({ tool }) => tool);
  if (strict && unasked.length > 0)
    throw fail('agent_not_strict', {
      operation: 'plan',
      target: name,
      unasked: unasked.map((tool) => (tool === '*' ? 'all of its other tools' : tool)),
    });
}

/** A budget that nobody could check is refused, and not ignored. */
function requireFigures({ budget }: RunSettings, { name, tellsTokens, tellsCost }: DrivableHost): void {
  const unmeasured =
    budget.max_microusd !== undefined && !tellsCost
      ? 'max_usd'
      : budget.max_tokens !== undefined && !tellsTokens
        ? 'max_tokens'
        : undefined;
  if (unmeasured !== undefined)
    throw fail('agent_unmeasured', { operation: 'plan', target: name, limit: unmeasured });
}
