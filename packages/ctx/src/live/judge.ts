// What a host did in its trial, held against what must hold: the files that are there, the requests that reached the model, the log.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from '../disk/is-there.js';
import { verifyPath } from '../evidence/verify/verify-path.js';
import { Failure, isSystemError } from '../protocol/failure.js';
import type { SessionRecord } from '../protocol/records.js';
import { foreignSessionsFolder } from '../session/foreign-sessions.js';
import { readWhole } from '../session/read-whole.js';
import type { LivePlace } from './driven-host.js';
import type { CheckResult, LiveCheck } from './live-result.js';
import type { HostRun } from './run-host.js';
import { made, prompt } from './script.js';
import { refusal, reminder } from './throw-away-place.js';

export interface Trial {
  readonly place: LivePlace;
  readonly run: HostRun;
  readonly requests: readonly string[];
  /** Whether the host gave its model a tool for subagents. */
  readonly delegates: boolean;
}

export function judged(trial: Trial): CheckResult[] {
  return [
    result('started', whyNotStarted(trial)),
    result('context', whyNoContext(trial)),
    result('deny', whyNotDenied(trial, made.denied, made.allowed)),
    trial.delegates || trial.requests.length === 0
      ? result('subagent', whyNotDenied(trial, made.deniedInSubagent, made.allowedInSubagent))
      : { check: 'subagent', state: 'not_offered' },
    result('capture', whyNotCaptured(trial)),
  ];
}

function result(check: LiveCheck, why: string | undefined): CheckResult {
  return why === undefined ? { check, state: 'held' } : { check, state: 'broken', says: why };
}

function whyNotStarted({ run: { exitCode, ended, output }, requests }: Trial): string | undefined {
  const said = lastLine(output);
  if (ended === 'too_long') return `it did not end in time${said}`;
  if (ended === 'interrupted') return 'it was interrupted';
  if (exitCode !== 0) return `it ended with ${exitCode ?? 'no exit code'}${said}`;
  return requests.length === 0 ? `it sent no request to the model${said}` : undefined;
}

function lastLine(output: string): string {
  const line = output.trim().split('\n').at(-1)?.trim() ?? '';
  return line === '' ? '' : `: ${line.slice(0, 300).replace(/\.+$/, '')}`;
}

/** Once, and not with every request again. */
function whyNoContext({ requests }: Trial): string | undefined {
  const times = requests.map((request) => request.split(reminder).length - 1);
  const most = Math.max(0, ...times);
  if (most === 0) return 'a due reminder did not reach the model';
  return most > 1 ? `a due reminder reached the model ${most} times in one request` : undefined;
}

/** A call that ran shows that the other one would have. */
function whyNotDenied({ place, requests }: Trial, denied: string, allowed: string): string | undefined {
  if (isThere(join(place.root, denied))) return 'a call that a rule denies was run';
  if (!isThere(join(place.root, allowed)))
    return 'a call that no rule denies was not run, so nothing is shown';
  return requests.some((request) => request.includes(refusal))
    ? undefined
    : 'the reason of the rule did not reach the model';
}

function whyNotCaptured({ place }: Trial): string | undefined {
  const logs = capturedLogs(place);
  const [log] = logs;
  if (log === undefined) return 'there is no log of the session';
  if (logs.length > 1) return `there are ${logs.length} logs of one session`;
  try {
    const { verdict } = verifyPath(log);
    if (verdict !== 'pass') return `the verdict of ctx verify on its log is ${verdict}`;
    return missingIn(readWhole(log).records);
  } catch (error) {
    if (error instanceof Failure) return `its log cannot be read (${error.code})`;
    throw error;
  }
}

function missingIn(records: readonly SessionRecord[]): string | undefined {
  const hasPrompt = records.some((record) => record.type === 'turn.opened' && record.prompt.includes(prompt));
  if (!hasPrompt) return 'the log does not hold the prompt';
  const hasDenial = records.some(
    (record) => record.type === 'tool.denied' && record.reason.includes(refusal),
  );
  return hasDenial ? undefined : 'the log does not hold the denied call';
}

export function capturedLogs({ root, env }: LivePlace): string[] {
  const folder = foreignSessionsFolder(root, env) ?? '';
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    return names.map((name) => join(folder, name));
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  }
}

/** The session's own run was closed, and nobody writes to the log. */
export function isClosed(place: LivePlace): boolean {
  const logs = capturedLogs(place);
  return (
    logs.length > 0 &&
    logs.every((log) => /"type":"run\.closed"/.test(readFileSync(log, 'utf8')) && !isThere(`${log}.lock`))
  );
}
