// The runs of a captured session: the one that a person talks to, and those of subagents, opened when something is told of them.

import type { HostEvent } from '../protocol/host-event.js';
import { contractId, formatVersion } from '../protocol/records/format.js';
import type { RunSettings } from '../protocol/records.js';
import type { CapturedLog } from './captured-log.js';
import type { CapturedRun } from './fold.js';
import type { ToldEvent } from './told-event.js';

export function beginSession(log: CapturedLog, { host, sessionId, event }: ToldEvent): void {
  if (!log.isNew || log.fold.opened.length > 0) return;
  const run = 'main';
  const settings = settingsOf(event);
  log.append('session.opened', {
    format: formatVersion,
    contract: contractId,
    session_id: sessionId,
    runs: [{ run_id: run, prompts: [], settings }],
    origin: {
      kind: 'captured',
      agent: { name: host, protocol: 'hooks' },
      ...(event.session === undefined ? {} : { session_id: event.session }),
      sources: [],
    },
  });
  openMain(log, host, run, settings);
}

/** What of another agent's settings its hooks tell. */
function settingsOf({ model }: HostEvent): RunSettings {
  return {
    model: model ?? 'unknown',
    workspace: '.',
    policy: { allow: [], deny: [], on_deny: 'tell' },
    budget: { max_model_calls_per_turn: 1_000_000 },
    match_limit: 0,
  };
}

const capture = { model: 'captured', tools: 'captured', clock: 'captured', ids: 'captured' } as const;

function openMain(log: CapturedLog, host: string, run_id: string, settings: RunSettings, continues?: string) {
  log.append('run.opened', {
    run_id,
    agent: { name: host, protocol: 'hooks' },
    settings,
    pool: [],
    capture,
    fence: { enforcement: [{ tool: '*', by: 'hook' }] },
    ...(continues === undefined ? {} : { continues }),
  });
}

/** The run that a person talks to; a session that was over and goes on gets another one. */
export function mainRun(log: CapturedLog, { host, event }: ToldEvent): CapturedRun {
  if (log.fold.main === undefined) {
    const { last } = log.fold;
    const run_id = freeName(log, 'main');
    const settings = settingsOf(event);
    const continues = last === undefined ? {} : { continues: last };
    log.append('session.appended', { runs: [{ run_id, prompts: [], settings, ...continues }] });
    openMain(log, host, run_id, settings, last);
  }
  return opened(log.fold.main);
}

/** The run that an event belongs to: a subagent's, or the one that started it. */
export function runOf(log: CapturedLog, told: ToldEvent): CapturedRun {
  const { event, host } = told;
  const main = mainRun(log, told);
  if (event.agent === undefined) return main;
  const open = agentRun(log, event.agent);
  if (open !== undefined) return open;
  const starter = event.startedBy === undefined ? undefined : agentRun(log, event.startedBy);
  const run_id = freeName(log, agentName(event.agent));
  log.append('run.opened', {
    run_id,
    agent: { name: host, protocol: 'hooks' },
    settings: settingsOf(event),
    pool: [],
    capture,
    parent: { run_id: starter?.run_id ?? main.run_id },
  });
  return opened(log.fold.agents[run_id]);
}

function agentName(agent: string): string {
  return `agent-${agent.replace(/[^\w-]+/g, '-').slice(0, 80)}`;
}

export function agentRun({ fold }: CapturedLog, agent: string): CapturedRun | undefined {
  const name = agentName(agent);
  const key = Object.keys(fold.agents).find((run) => run === name || isNumbered(run, name));
  return key === undefined ? undefined : fold.agents[key];
}

function isNumbered(run: string, name: string): boolean {
  return run.startsWith(`${name}-`) && /^\d+$/.test(run.slice(name.length + 1));
}

function freeName({ fold }: CapturedLog, name: string): string {
  if (!fold.opened.includes(name)) return name;
  for (let number = 2; ; number++) {
    if (!fold.opened.includes(`${name}-${number}`)) return `${name}-${number}`;
  }
}

/** Only what belongs to a subagent's run names it. */
export function inRun(log: CapturedLog, { run_id }: CapturedRun): { readonly run_id?: string } {
  return log.fold.main?.run_id === run_id ? {} : { run_id };
}

function opened(run: CapturedRun | undefined): CapturedRun {
  if (run === undefined) throw new TypeError('a run was opened');
  return run;
}
