// A long log of another agent is listed from what it came to when it was read last, and from what came since.

import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inScratch } from '../disk/fixtures/scratch.js';
import type { RecordBodies, StopReason } from '../protocol/records.js';
import { deleteSession } from './delete.js';
import {
  digest,
  linesOf,
  opened,
  runOpened,
  totals,
  turnResult,
  writeLines,
  writerOptions,
} from './fixtures/example.js';
import { worthKeeping } from './kept-sums.js';
import { listSessions } from './list.js';
import { createSession } from './open.js';

const agent = { name: 'claude-code', protocol: 'transcript' } as const;
const capture = { model: 'imported', tools: 'imported', clock: 'imported', ids: 'imported' } as const;
const run: RecordBodies['run.opened'] = { ...runOpened, agent, capture };

/** A run of its own and two subagents, the second longer than a listing looks back, and a second run. */
function writeLong(path: string, subagentBytes = 1_200_000, stop: StopReason = 'completed'): void {
  const writer = createSession(path, writerOptions());
  const origin = { kind: 'imported' as const, agent, session_id: 'a', sources: [] };
  writer.append('session.opened', { ...opened(), origin });
  writer.append('run.opened', run);
  writer.append('turn.opened', { turn: 1, prompt: 'Fix it.' });
  writer.append('turn.closed', { result: turnResult() });
  writer.append('run.closed', { run_id: 'r1', stop_reason: stop, totals });
  for (const [number, bytes] of [1000, subagentBytes].entries()) {
    const run_id = `agent-${number}`;
    const parent = { run_id: 'r1' };
    writer.append('run.opened', { ...run, run_id, parent });
    for (let left = bytes, turn = 1; left > 0; left -= 40_000, turn++)
      writer.append('turn.opened', { turn, prompt: 'x'.repeat(Math.min(left, 40_000)), run_id });
    writer.append('run.closed', { run_id, parent: 'r1', stop_reason: 'completed', totals });
  }
  writer.append('source.observed', { source: 'a.jsonl', kind: 'transcript', size: 1, digest });
  writer.close();
}

function inSessions<T>(work: (folder: string, log: string) => T): T {
  return inScratch((scratch) => {
    const folder = join(scratch, '.sessions');
    mkdirSync(folder);
    return work(folder, join(folder, 'a.jsonl'));
  });
}

const rowIn = (folder: string) => listSessions(folder).rows[0];
const threeRuns = { stop_reason: 'completed', prompt_count: 1, totals: { turns: 3, cost_microusd: 21 } };

describe('the sums of a long log of another agent', () => {
  it('are told of all runs, however long the last subagent’s is', () =>
    inSessions((folder, log) => {
      writeLong(log);
      expect(rowIn(folder)).toMatchObject(threeRuns);
      expect(rowIn(folder)).toMatchObject(threeRuns);
    }));

  it('are kept, so that only the end of the log is read', () =>
    inSessions((folder, log) => {
      writeLong(log);
      const first = rowIn(folder);
      // Nobody who lists sessions could find these any more by reading the log.
      const lines = linesOf(log).map((line) => line.replace('"type":"run.closed"', '"type":"run.cl0sed"'));
      writeLines(log, lines);
      expect(rowIn(folder)).toEqual({ ...first, last_modified: expect.any(String) });
    }));

  it('go on with what came since, wherever the log ended before', () =>
    inSessions((folder, log) => {
      writeLong(log, 200_000);
      const lines = linesOf(log);
      const whole = rowIn(folder);
      for (let upTo = 1; upTo <= lines.length; upTo++) {
        writeLines(log, lines.slice(0, upTo));
        rmSync(join(folder, '.sums'), { recursive: true, force: true });
        const part = rowIn(folder);
        expect(rowIn(folder), `${upTo}`).toEqual(part);
        writeLines(log, lines);
        expect(rowIn(folder), `${upTo}`).toEqual({ ...whole, last_modified: expect.any(String) });
      }
    }));

  it('say nothing of another log with the same name, or of one that was cut', () =>
    inSessions((folder, log) => {
      writeLong(log);
      rowIn(folder);
      const kept = readFileSync(join(folder, '.sums', 'a'));
      const lines = linesOf(log);
      writeLines(log, lines.slice(0, 5));
      expect(rowIn(folder)).toMatchObject({ totals });
      rmSync(log);
      writeLong(log, 1_300_000, 'timeout');
      writeFileSync(join(folder, '.sums', 'a'), kept);
      expect(rowIn(folder)).toMatchObject({ ...threeRuns, stop_reason: 'timeout' });
    }));

  it('are not believed once a byte of them is another, or missing', () =>
    inSessions((folder, log) => {
      writeLong(log, 100_000);
      const row = rowIn(folder);
      const file = join(folder, '.sums', 'a');
      const kept = readFileSync(file);
      for (let at = 0; at < kept.length; at += 7) {
        const flipped = Buffer.from(kept);
        flipped[at] = (flipped[at] ?? 0) ^ 1;
        for (const bytes of [flipped, kept.subarray(0, at)]) {
          writeFileSync(file, bytes);
          expect(rowIn(folder), `${at}`).toEqual(row);
        }
      }
    }));

  it('are done without where they cannot be kept or are no file', () =>
    inSessions((folder, log) => {
      writeLong(log, 100_000);
      writeFileSync(join(folder, '.sums'), 'a file');
      expect(rowIn(folder)).toMatchObject(threeRuns);
      rmSync(join(folder, '.sums'));
      mkdirSync(join(folder, '.sums', 'a'), { recursive: true });
      expect(rowIn(folder)).toMatchObject(threeRuns);
      rmSync(join(folder, '.sums', 'a'), { recursive: true });
      const elsewhere = join(folder, 'elsewhere');
      writeFileSync(elsewhere, 'kept');
      symlinkSync(elsewhere, join(folder, '.sums', 'a'));
      expect(rowIn(folder)).toMatchObject(threeRuns);
      expect(readFileSync(elsewhere, 'utf8')).toBe('kept');
    }));

  it('are kept of long logs alone, never beside a project’s own, and go with the session', () =>
    inSessions((folder, log) => {
      writeLong(log, 10);
      expect(readFileSync(log).length).toBeLessThan(worthKeeping);
      rowIn(folder);
      expect(readdirSync(folder)).toEqual(['a.jsonl']);
      rmSync(log);
      writeLong(log, 100_000);
      rowIn(folder);
      expect(readdirSync(join(folder, '.sums'))).toEqual(['a']);
      deleteSession('a', folder, folder);
      expect(readdirSync(join(folder, '.sums'))).toEqual([]);
      const own = join(folder, 'own');
      mkdirSync(own);
      writeLong(join(own, 'a.jsonl'));
      expect(rowIn(own)).toMatchObject(threeRuns);
      expect(readdirSync(own)).toEqual(['a.jsonl']);
    }));
});
