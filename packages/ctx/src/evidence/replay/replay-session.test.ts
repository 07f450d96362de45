import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpus } from '../../../test/corpus-verdicts.js';
import { type RecordedSession, recordSession, resumedAfter } from '../../../test/recorded-session.js';
import { recordsOf } from '../../../test/session-files.js';
import { sessionKinds } from '../../../test/sessions-of-every-kind.js';
import type { SessionRecord } from '../../protocol/records.js';
import { seal } from '../../session/chain.js';
import { replaySession } from './replay-session.js';

const stoppedAt = async ({ path }: RecordedSession, change: (records: SessionRecord[]) => SessionRecord[]) =>
  (await replaySession(change(structuredClone([...recordsOf(path)])))).difference;

describe('a session that the loop wrote', () => {
  it.each(Object.entries(sessionKinds))('comes out the same: %s', async (_, record) => {
    const { path } = await record();
    const records = recordsOf(path);
    const seen: SessionRecord[] = [];
    const replay = await replaySession(records, { onRecord: (one) => seen.push(one) });
    expect(replay).toMatchObject({ session_id: 's', records: records.length, difference: undefined });
    expect(seen).toEqual(records);
  });

  it('comes out the same wherever it crashed and was resumed', async () => {
    const whole = recordsOf((await recordSession({ replies: [{ say: 'x' }] })).path).length;
    expect(whole).toBe(7);
    for (let records = 1; records < 11; records++) {
      const { path } = await resumedAfter(records, {});
      const replay = await replaySession(recordsOf(path));
      expect(replay, `after ${records}`).toMatchObject({
        records: recordsOf(path).length,
        difference: undefined,
        runs: [{ run_id: 'r1', stop_reason: 'completed' }],
      });
    }
  });

  it('comes out the same as far as it goes, wherever it was cut', async () => {
    const { path } = await recordSession({
      replies: [{ call: [{ tool: 'bash', input: { command: 'echo a' } }] }, { say: 'x' }],
    });
    const records = recordsOf(path);
    for (let end = 1; end < records.length; end++) {
      const replay = await replaySession(records.slice(0, end));
      expect(replay, `${end} records`).toMatchObject({ records: end, difference: undefined });
      expect(replay.runs).toEqual(end === 1 ? [] : [{ run_id: 'r1', stop_reason: 'open' }]);
    }
  });

  it('needs neither the script nor the workspace, and changes nothing', async () => {
    const { cwd, path } = await recordSession({
      replies: [{ call: [{ tool: 'bash', input: { command: 'echo a >> effects' } }] }, { say: 'x' }],
    });
    writeFileSync(`${cwd}/s.yaml`, 'gone');
    await replaySession(recordsOf(path));
    expect(readFileSync(`${cwd}/effects`, 'utf8')).toBe('a\n');
  });
});

describe('a secret that shows only where the loop puts texts together', () => {
  it('is taken out again, and the record comes out the same', async () => {
    const { path } = await recordSession({ replies: [{ say: 'Done.' }] });
    const content = ['ghp_', 'a'.repeat(36)].map((text) => ({ type: 'text' as const, text }));
    const records = recordsOf(path).map((record): SessionRecord => {
      if (record.type === 'model.responded') return { ...record, content };
      if (record.type !== 'turn.closed') return record;
      const output = '[redacted:github-token]';
      const { hash: _, ...changed } = { ...record, result: { ...record.result, output }, redacted: 1 };
      return { ...changed, hash: seal(changed).hash };
    });
    expect(await replaySession(records)).toMatchObject({ records: 7, difference: undefined });
  });
});

describe('a record that is not what the loop makes of the inputs', () => {
  const session = () =>
    recordSession({
      replies: [
        {
          say: 'Looking.',
          call: [{ tool: 'bash', input: { command: 'echo found' } }],
          usage: { input_tokens: 9, output_tokens: 1 },
        },
        { say: 'Found.' },
      ],
    });
  const at = (seq: number, body: object) => (records: SessionRecord[]) =>
    records.map((record) => (record.seq === seq ? Object.assign(record, body) : record));

  it('is named with its sequence number, its path, what was expected and what came', async () => {
    const digest = `sha256:${'0'.repeat(64)}`;
    expect(await stoppedAt(await session(), at(3, { request_digest: digest, hash: digest }))).toEqual({
      seq: 3,
      type: 'model.requested',
      path: '/request_digest',
      expected: JSON.stringify(digest),
      got: expect.stringMatching(/^"sha256:[0-9a-f]{64}"$/),
    });
  });

  it('is named in a run that another agent did, where nobody waits for what it asked', async () => {
    const path = join(corpus, 'driven/a-denied-call.jsonl');
    const records = recordsOf(path).map((record) =>
      record.type === 'tool.denied' ? { ...record, reason: 'because' } : record,
    );
    expect((await replaySession(records)).difference).toMatchObject({
      path: '/reason',
      expected: '"because"',
    });
  });

  it('is found where an input was changed that it follows from', async () => {
    const recorded = await session();
    expect(await stoppedAt(recorded, at(6, { output: 'lost\n' }))).toMatchObject({
      seq: 7,
      path: '/request_digest',
    });
    expect(await stoppedAt(recorded, at(2, { prompt: 'Else.' }))).toMatchObject({
      seq: 3,
      path: '/request_digest',
    });
    expect(await stoppedAt(recorded, at(4, { usage: { input_tokens: 8, output_tokens: 1 } }))).toMatchObject({
      seq: 9,
      path: '/result/usage/input_tokens',
      expected: '9',
      got: '8',
    });
    const denying = { allow: [], deny: ['bash'], on_deny: 'tell' };
    const policyOf = (records: SessionRecord[]) =>
      records.map((record) =>
        record.type === 'run.opened'
          ? { ...record, settings: { ...record.settings, policy: { ...denying, on_deny: 'tell' as const } } }
          : record,
      );
    expect(await stoppedAt(recorded, policyOf)).toMatchObject({ seq: 3, path: '/request_digest' });
  });

  it('is found where the order is another', async () => {
    const recorded = await session();
    expect(await stoppedAt(recorded, (records) => records.toSpliced(5, 1))).toEqual({
      seq: 6,
      type: 'tool.returned',
      path: '/type',
      expected: '"tool.returned"',
      got: '"tool.requested"',
    });
    expect(await stoppedAt(recorded, at(4, { call: 7 }))).toMatchObject({
      seq: 4,
      path: '/call',
      expected: '7',
      got: '1',
    });
    expect(await stoppedAt(recorded, (records) => [...records, ...records.slice(3, 4)])).toMatchObject({
      path: '/type',
      got: '"run.opened"',
    });
  });

  it('is refused where no loop can have written the log', async () => {
    const { path } = await session();
    const records = recordsOf(path);
    await expect(replaySession(records.slice(3))).rejects.toThrow('records_incoherent');
    const unplanned = records.map((record) =>
      record.type === 'session.opened' ? { ...record, runs: [] } : record,
    );
    await expect(replaySession(unplanned)).rejects.toThrow('records_incoherent');
    const appended = {
      ...records[0],
      type: 'session.appended' as const,
      runs: [],
      at: '',
      hash: '',
      prev: '',
      seq: 4,
    };
    await expect(replaySession([...records.slice(0, 4), appended])).rejects.toThrow('records_incoherent');
  });
});
