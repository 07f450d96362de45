// What a policy would have said of the calls of a recorded session, whoever made them: a call is judged under the agent's own name for the tool and
// under ours, because rules are written once for all agents. Nothing is run.

import { subjectText } from '../../drive/foreign-uses.js';
import { foreignJudge } from '../../drive/judge-call.js';
import { protectedPaths } from '../../policy/protected-paths.js';
import type { Policy, RecordOf } from '../../protocol/records.js';
import { recordIn, wholeLines } from '../../session/record-line.js';
import type { RecordShapes } from '../../session/shape.js';
import { copiedAnswers, type ToldAnswers } from '../copied-answers.js';

export interface WouldDeny {
  /** Who made the call: a session of ours may hold runs of others. */
  readonly agent: string;
  readonly run_id: string;
  readonly turn: number;
  readonly seq: number;
  readonly call_id: string;
  readonly tool: string;
  /** What the call is about: its command or its path. */
  readonly subject: string;
  readonly rule: string;
  readonly reason: string;
}

export interface JudgedSession {
  readonly calls: number;
  readonly denied: readonly WouldDeny[];
}

const wanted = /"type":"(?:session\.opened|run\.opened|turn\.opened|tool\.requested)"/;
const answer = /"type":"model\.responded"/;

/** Nothing where the file is no session. `told`: what other logs have told; the calls of such an answer were judged there. */
export function judgedSession(
  descriptor: number,
  policy: Policy,
  shapes: RecordShapes,
  told: ToldAnswers = new Set(),
): JudgedSession | undefined {
  const copies = copiedAnswers(told);
  const agents = new Map<string, RecordOf<'run.opened'>['agent']>();
  const turns = new Map<string, number>();
  const calls = new Map<string, number>();
  const denied: WouldDeny[] = [];
  const judge = foreignJudge(policy);
  let isSession = false;
  for (const line of wholeLines(descriptor)) {
    if (answer.test(line)) {
      const id = lastMember(line, 'response_id') ?? lastMember(line, 'hash') ?? line;
      copies.answer(copies.runOf(lastMember(line, 'run_id')), id);
      continue;
    }
    const record = wanted.test(line) ? recordIn(line, shapes) : undefined;
    if (record === undefined) continue;
    const run_id = copies.runOf(record.run_id);
    if (record.type === 'session.opened') isSession = true;
    if (record.type === 'run.opened') {
      copies.open(record);
      agents.set(run_id, record.agent);
    }
    if (record.type === 'turn.opened') {
      copies.openTurn(run_id);
      turns.set(run_id, record.turn);
    }
    if (record.type !== 'tool.requested' || copies.isCopying(run_id)) continue;
    calls.set(run_id, (calls.get(run_id) ?? 0) + 1);
    const { seq, call_id, tool, input, leads_to } = record;
    const agent = agents.get(run_id);
    const verdict = judge({ tool, input, leads_to }, { folder: agent?.folder, opened: protectedPaths });
    if (verdict.allowed) continue;
    const { rule, reason } = verdict;
    denied.push({
      agent: agent?.name ?? 'ctx',
      run_id,
      turn: turns.get(run_id) ?? 0,
      seq,
      call_id,
      tool,
      subject: subjectText(tool, input),
      rule,
      reason,
    });
  }
  if (!isSession) return undefined;
  copies.end();
  // What an imported run tells again would be counted and listed twice.
  const isOnce = (run_id: string) => !copies.retold.has(run_id);
  const counts = [...calls].filter(([run_id]) => isOnce(run_id)).map(([, count]) => count);
  return {
    calls: counts.reduce((sum, count) => sum + count, 0),
    denied: denied.filter(({ run_id }) => isOnce(run_id)),
  };
}

/**
 * A text member of an answer's record, without taking the record apart: members are in the order of their names, so what is said stands
 * before the hash, and these behind it.
 */
function lastMember(line: string, name: 'run_id' | 'response_id' | 'hash'): string | undefined {
  const start = line.lastIndexOf(`"${name}":"`);
  if (start < line.lastIndexOf('"hash":"') || start < 0) return undefined;
  return /^[^"\\]*/.exec(line.slice(start + name.length + 4))?.[0];
}
