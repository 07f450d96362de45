import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { type SharedFolder, sharedFolder } from '../../test/shared-folder.js';
import { fail } from '../protocol/codes.js';
import type { SessionRecord } from '../protocol/records.js';
import { createSession } from './open.js';
import { readSession } from './reader.js';
import { redactorFor } from './redact.js';
import type { SessionWriter } from './writer.js';

const opened = { format: 1, contract: 'session/v1', session_id: 's', runs: [] } as const;

function begun(): {
  shared: SharedFolder;
  writer: SessionWriter;
  path: string;
  shown: SessionRecord[];
} {
  const folder = temporaryFolder();
  const shared = sharedFolder(join(folder, 'store'));
  const { epoch, log } = shared.claim();
  const path = join(folder, 's.jsonl');
  const shown: SessionRecord[] = [];
  const writer = createSession(path, {
    clock: { now: () => 0, deterministic: true },
    redactor: redactorFor({}),
    onRecord: (record) => shown.push(record),
    shared: { commit: (lines) => log.commit(lines), epoch },
  });
  writer.append('session.opened', { ...opened, runs: [] });
  return { shared, writer, path, shown };
}

const finding = (says: string) => ({ code: 'seen', records: [], says });
const linesIn = (path: string) => readFileSync(path, 'utf8').split('\n').slice(0, -1);

describe('a session in a shared store', () => {
  it('shows a record, and has it in the file, only when the store has it, in order', async () => {
    const { shared, writer, path, shown } = begun();
    writer.append('finding', finding('one'));
    expect(shown).toEqual([]);
    expect(readFileSync(path, 'utf8')).toBe('');
    expect(writer.head?.seq).toBe(1);
    await writer.settled();
    expect(shown.map(({ seq }) => seq)).toEqual([0, 1]);
    expect(linesIn(path)).toEqual(shared.lines);
    writer.finish();
    writer.close();
    expect(readSession(path, () => {}, { canonical: true }).ending.kind).toBe('intact');
  });

  it('takes one way to the store for what is appended in one go, and goes it without being asked', async () => {
    const { shared, writer, shown } = begun();
    const batches: number[] = [];
    let arrived = () => {};
    const come = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    shared.before = async (lines) => {
      batches.push(lines.length);
      arrived();
    };
    writer.together(() => {
      for (const says of ['one', 'two', 'three']) writer.append('finding', finding(says));
    });
    await come;
    await writer.settled();
    expect(batches).toEqual([4]);
    expect(shown).toHaveLength(4);
    writer.close();
  });

  it('keeps what is appended meanwhile in line behind what is under way', async () => {
    const { shared, writer, shown } = begun();
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    shared.before = () => held;
    const first = writer.settled();
    writer.append('finding', finding('meanwhile'));
    const second = writer.settled();
    expect(shown).toEqual([]);
    go();
    await Promise.all([first, second]);
    expect(shown.map(({ seq }) => seq)).toEqual([0, 1]);
    writer.close();
  });

  it('whoever lost it appends nothing more, is shown nothing, and keeps all of it under another name', async () => {
    const { shared, writer, path, shown } = begun();
    await writer.settled();
    shared.claim();
    writer.append('finding', finding('too late'));
    await expect(writer.settled()).rejects.toMatchObject({ code: 'lease_lost' });
    expect(writer.alarm.reason).toMatchObject({ code: 'lease_lost' });
    // The run ends in its own words, which nobody else will ever have.
    writer.append('finding', finding('the end'));
    await expect(writer.settled()).rejects.toMatchObject({ code: 'lease_lost' });
    writer.close();
    expect(shared.lines).toHaveLength(1);
    expect(shown).toHaveLength(1);
    expect(existsSync(path)).toBe(false);
    const [aside] = readdirSync(join(path, '..')).filter((name) => name.startsWith('s.jsonl.lost-epoch-1-'));
    const kept = readSession(join(path, '..', aside ?? ''));
    expect(kept).toMatchObject({ records: 3, ending: { kind: 'intact' } });
  });

  it('leaves the file alone that the next owner put in its place', async () => {
    const { shared, writer, path } = begun();
    await writer.settled();
    shared.claim();
    const next = `${path}.next`;
    writeFileSync(next, `${shared.lines.join('\n')}\n`);
    renameSync(next, path);
    writer.lose(fail('lease_lost', { operation: 'beat', target: 's' }));
    writer.close();
    expect(linesIn(path)).toEqual(shared.lines);
  });

  it('does not take an answer that came after it was told that the session is lost', async () => {
    const { shared, writer, shown } = begun();
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    shared.before = () => held;
    const settled = writer.settled();
    writer.lose(fail('lease_lost', { operation: 'beat', target: 's' }));
    go();
    await expect(settled).rejects.toMatchObject({ code: 'lease_lost' });
    expect(shown).toEqual([]);
    writer.close();
  });
});
