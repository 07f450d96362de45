// What an event says, as records of the log. The host decides what happened; where it leaves something out, only what must have happened is
// added, and nothing else.

import type { EventOf, HostEvent, HostReply, ToolUse } from '../protocol/host-event.js';
import { contractId, formatVersion } from '../protocol/records/format.js';
import type { RunSettings, StopReason } from '../protocol/records.js';
import type { CapturedLog } from './captured-log.js';
import { aboutOf, type CapturedRun, type OpenCall } from './fold.js';

export interface Told {
  readonly host: string;
  readonly sessionId: string;
  readonly event: HostEvent;
  readonly reply: HostReply;
  /** How many secrets were taken out of the two. */
  readonly redacted: number;
}

/** Whether the session, as far as its host will tell, is over. */
export function tell(log: CapturedLog, told: Told, endsAtStop: boolean): boolean {
  const { event, reply } = told;
  beginSession(log, told);
  switch (event.kind) {
    case 'session-start':
      if (event.source === 'compact') compacted(log, told);
      else mainRun(log, told);
      return false;
    case 'prompt':
      if (!event.again) openTurn(log, runOf(log, told), event.prompt, told.redacted);
      return false;
    case 'before-tool':
      askedFor(log, told, event);
      return false;
    case 'permission':
      permission(log, told, event);
      return false;
    case 'after-tool':
      returned(log, told, event);
      return false;
    case 'compacting':
      compacted(log, told);
      return false;
    case 'subagent-start':
      runOf(log, told);
      return false;
    case 'subagent-stop':
      closeAgent(log, told, event.output ?? '');
      return false;
    case 'stop':
      // A hook asked the agent to go on.
      if (reply.refusal !== undefined || event.agent !== undefined) return false;
      closeTurn(log, log.fold.main, 'completed', event.output ?? '');
      if (!endsAtStop) return false;
      closeAll(log);
      return true;
    case 'session-end':
      closeAll(log);
      return true;
  }
}

function beginSession(log: CapturedLog, { host, sessionId, event }: Told): void {
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
function mainRun(log: CapturedLog, { host, event }: Told): CapturedRun {
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
function runOf(log: CapturedLog, told: Told): CapturedRun {
  const { event, host } = told;
  const main = mainRun(log, told);
  if (event.agent === undefined) return main;
  const open = agentRun(log, event.agent);
  if (open !== undefined) return open;
  const run_id = freeName(log, agentName(event.agent));
  log.append('run.opened', {
    run_id,
    agent: { name: host, protocol: 'hooks' },
    settings: settingsOf(event),
    pool: [],
    capture,
    parent: { run_id: main.run_id },
  });
  return opened(log.fold.agents[run_id]);
}

function agentName(agent: string): string {
  return `agent-${agent.replace(/[^\w-]+/g, '-').slice(0, 80)}`;
}

function agentRun({ fold }: CapturedLog, agent: string): CapturedRun | undefined {
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
function inRun(log: CapturedLog, { run_id }: CapturedRun): { readonly run_id?: string } {
  return log.fold.main?.run_id === run_id ? {} : { run_id };
}

function openTurn(log: CapturedLog, run: CapturedRun, prompt: string, redacted = 0): void {
  // Nobody told that the turn before it ended: the person interrupted it.
  closeTurn(log, run, 'cancelled', '');
  log.append('turn.opened', { turn: run.turns + 1, prompt, ...inRun(log, run) }, redacted);
}

/** Hooks may have been installed while the agent was at work. */
function turnOf(log: CapturedLog, run: CapturedRun): void {
  if (run.turn !== undefined) return;
  log.append('turn.opened', { turn: run.turns + 1, prompt: '', derived: ['prompt'], ...inRun(log, run) });
}

function askedFor(log: CapturedLog, told: Told, { tool }: EventOf<'before-tool'>): void {
  const run = runOf(log, told);
  turnOf(log, run);
  const { refusal } = told.reply;
  const call = { call_id: callId(log, tool), tool: tool.name, input: tool.input, ...inRun(log, run) };
  if (refusal === undefined) log.append('tool.requested', { ...call, enforcement: 'hook' }, told.redacted);
  else log.append('tool.denied', { ...call, rule: 'hook', reason: refusal }, told.redacted);
}

function callId({ fold }: CapturedLog, { callId: given }: ToolUse): string {
  return given ?? `call-${fold.calls + 1}`;
}

function openCall(run: CapturedRun, tool: ToolUse): OpenCall | undefined {
  if (tool.callId !== undefined) return run.calls.find(({ call_id }) => call_id === tool.callId);
  const about = aboutOf(tool.input);
  const named = run.calls.filter((call) => call.tool === tool.name);
  return named.find((call) => call.about === about) ?? named[0];
}

function permission(log: CapturedLog, told: Told, { tool }: EventOf<'permission'>): void {
  const run = runOf(log, told);
  const call = openCall(run, tool);
  if (call === undefined || call.asked) return;
  const { call_id } = call;
  log.append('approval.requested', {
    call_id,
    tool: tool.name,
    rule: told.host,
    via: 'host',
    ...inRun(log, run),
  });
}

const mostKept = 64 * 1024;

function returned(log: CapturedLog, told: Told, { tool, output, failed }: EventOf<'after-tool'>): void {
  const run = runOf(log, told);
  turnOf(log, run);
  const known = openCall(run, tool);
  const call_id = known?.call_id ?? callId(log, tool);
  const its = inRun(log, run);
  if (known === undefined)
    log.append('tool.requested', {
      call_id,
      tool: tool.name,
      input: tool.input,
      enforcement: 'none',
      ...its,
    });
  if (known?.asked === true)
    log.append('approval.given', {
      call_id,
      answer: 'allow',
      scope: 'once',
      by: told.host,
      via: 'host',
      derived: ['answer', 'by', 'scope'],
      ...its,
    });
  const text = typeof output === 'string' ? output : output === undefined ? '' : JSON.stringify(output);
  const clipped = clip(text);
  log.append(
    'tool.returned',
    { call_id, tool: tool.name, is_error: failed, ...clipped, ...its },
    told.redacted,
  );
}

/** The host's transcript has all of it. */
function clip(text: string) {
  if (text.length <= mostKept) return { output: text };
  const half = mostKept / 2;
  const output = `${text.slice(0, half).toWellFormed()}\n…\n${text.slice(-half).toWellFormed()}`;
  const truncated = { bytes_seen: Buffer.byteLength(text), bytes_kept: Buffer.byteLength(output) };
  return { output, truncated };
}

function compacted(log: CapturedLog, told: Told): void {
  const { event } = told;
  const run = event.agent === undefined ? log.fold.main : agentRun(log, event.agent);
  // What a person asks for between two turns is told by the transcript.
  if (run?.turn === undefined) return;
  // Before it and after it: one compaction.
  if (event.kind === 'session-start') return;
  log.append('context.compacted', {
    messages_dropped: null,
    turns_dropped: null,
    outputs_cleared: [],
    tokens_before: null,
    tokens_after: null,
    ...inRun(log, run),
  });
}

function closeAgent(log: CapturedLog, { event }: Told, output: string): void {
  const run = event.agent === undefined ? undefined : agentRun(log, event.agent);
  if (run !== undefined) closeRun(log, run, output, 'completed');
}

function closeAll(log: CapturedLog): void {
  for (const run of Object.values(log.fold.agents)) closeRun(log, run, '', 'cancelled');
  if (log.fold.main !== undefined) closeRun(log, log.fold.main, '', 'cancelled');
}

const unknown = { input_tokens: null, output_tokens: null, cost_microusd: null };

function closeRun(log: CapturedLog, run: CapturedRun, output: string, stop: StopReason): void {
  closeTurn(log, run, stop, output);
  const { run_id, parent, turns, tool_calls, stop: stop_reason } = run;
  const totals = { turns, model_calls: 0, tool_calls, ...unknown };
  log.append('run.closed', { run_id, stop_reason, totals, ...(parent === undefined ? {} : { parent }) });
}

function closeTurn(log: CapturedLog, run: CapturedRun | undefined, stop: StopReason, output: string): void {
  const turn = run?.turn;
  if (run === undefined || turn === undefined) return;
  const its = inRun(log, run);
  for (const { call_id, tool } of [...run.calls])
    log.append('tool.returned', { call_id, tool, output: '', is_error: true, interrupted: true, ...its });
  log.append('turn.closed', {
    result: {
      turn: turn.turn,
      prompt: turn.prompt,
      output,
      stop_reason: stop,
      cancel_observed: false,
      matched_commands: [],
      matched_tools: [],
      permission_denials: [...turn.denials],
      usage: unknown,
      model_calls: 0,
      tool_calls: turn.tool_calls,
      compaction_occurred: turn.compactions > 0,
      turns_dropped: 0,
    },
    ...its,
  });
}

function opened(run: CapturedRun | undefined): CapturedRun {
  if (run === undefined) throw new TypeError('a run was opened');
  return run;
}
