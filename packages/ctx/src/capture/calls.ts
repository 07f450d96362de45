// Calls of captured runs: asked for, asked about, returned.

import type { EventOf, ToolUse } from '../protocol/host-event.js';
import type { CapturedLog } from './captured-log.js';
import { aboutOf, type CapturedRun, type OpenCall } from './fold.js';
import { inRun, runOf } from './runs.js';
import type { ToldEvent } from './told-event.js';
import { turnOf } from './turns.js';

export function askedFor(log: CapturedLog, told: ToldEvent, { tool }: EventOf<'before-tool'>): void {
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

export function permission(log: CapturedLog, told: ToldEvent, { tool }: EventOf<'permission'>): void {
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

export function returned(
  log: CapturedLog,
  told: ToldEvent,
  { tool, output, failed }: EventOf<'after-tool'>,
): void {
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
