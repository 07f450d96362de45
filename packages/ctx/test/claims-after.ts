// Sessions of an agent that does and says things, and what is thought of its claims.

import { claimFold } from '../src/evidence/claims/claims-of.js';
import { claudeAnswer, claudeEnvelope, claudeResult } from '../src/foreign/fixtures/claude-lines.js';
import { type Line, textOf } from '../src/foreign/fixtures/line.js';
import type { SessionRecord } from '../src/protocol/records.js';
import { importTest } from './imported-transcript.js';

/** A session in which the steps happen one after the other: a command with its exit code, a file written, a thing said. */
export type Step = readonly [command: string, exitCode: number] | string;

export function claimsAfter(...steps: readonly Step[]) {
  const lines: Line[] = [claudeEnvelope(1, { type: 'user', message: { role: 'user', content: 'Do it.' } })];
  for (const [i, step] of steps.entries()) {
    const number = 2 + i * 2;
    if (typeof step === 'string' && step !== 'write') {
      lines.push(claudeAnswer(number, `m${i}`, { type: 'text', text: step }));
      continue;
    }
    const isWrite = step === 'write';
    const call = isWrite
      ? { type: 'tool_use', id: `c${i}`, name: 'Write', input: { file_path: 'a', content: 'b' } }
      : { type: 'tool_use', id: `c${i}`, name: 'Bash', input: { command: step[0] } };
    const code = isWrite ? 0 : Number(step[1]);
    lines.push(claudeAnswer(number, `m${i}`, call));
    lines.push(
      claudeResult(number + 1, `c${i}`, code === 0 ? 'fine' : `Exit code ${code}`, { is_error: code !== 0 }),
    );
  }
  return claimsIn(recordsOf(lines));
}

export function recordsOf(lines: readonly Line[]): SessionRecord[] {
  const test = importTest('claude-code');
  test.write(textOf(lines));
  test.done();
  return [...test.records()];
}

export function verdictsOf(records: readonly SessionRecord[]): string[] {
  return claimsIn(records).map(({ verdict }) => verdict);
}

function claimsIn(records: readonly SessionRecord[]) {
  const fold = claimFold();
  for (const record of records) fold.take(record);
  return fold.claims;
}
