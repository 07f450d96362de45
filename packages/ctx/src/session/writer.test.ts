import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inScratch, onSmallDisk } from '../disk/fixtures/scratch.js';
import { genesis, type SessionRecord } from '../protocol/records.js';
import { linesOf, opened, writerOptions } from './fixtures/example.js';
import { createSession } from './open.js';
import { readSession } from './reader.js';
import { redactorFor } from './redact.js';
import type { SessionWriter, WriterOptions } from './writer.js';

describe('appending', () => {
  it('has the record in the file before it returns, as it returns it', () =>
    withWriter({}, (writer, path) => {
      const record = writer.append('session.opened', opened());
      expect(record).toMatchObject({ seq: 0, prev: genesis, type: 'session.opened', session_id: 'example' });
      expect(linesOf(path).map((line) => JSON.parse(line))).toEqual([record]);
      const next = writer.append('turn.opened', { turn: 1, prompt: 'Go.' });
      expect(next).toMatchObject({ seq: 1, prev: record.hash });
      expect(writer.head).toMatchObject({ seq: 1, hash: next.hash });
      expect(readSession(path, () => {}, { canonical: true })).toMatchObject({
        records: 2,
        ending: { kind: 'intact' },
      });
      writer.sync();
    }));

  it('writes what is appended together at once, and tells of none before it is written', () => {
    const told: number[] = [];
    const onRecord = () => told.push(statSync(lastPath).size);
    let lastPath = '';
    withWriter({ onRecord }, (writer, path) => {
      lastPath = path;
      writer.append('session.opened', opened());
      const before = statSync(path).size;
      const [first, second] = writer.together(() => {
        const pair = [1, 2].map((turn) => writer.append('turn.opened', { turn, prompt: 'Go.' }));
        expect([statSync(path).size, told.length]).toEqual([before, 1]);
        return pair;
      });
      expect(second).toMatchObject({ seq: 2, prev: first?.hash });
      expect(told).toEqual([before, statSync(path).size, statSync(path).size]);
      expect(readSession(path)).toMatchObject({ records: 3, ending: { kind: 'intact' } });
      writer.finish();
      expect(writer.tampered).toBeUndefined();
    });
  });

  it('takes back all that was appended together where the disk is full', () => {
    onSmallDisk(64, (folder) => {
      const path = join(folder, 'example.jsonl');
      const writer = createSession(path, writerOptions());
      const { hash } = writer.append('session.opened', opened());
      const long = 'x'.repeat(60 << 10);
      const both = () => [1, 2].map((turn) => writer.append('turn.opened', { turn, prompt: long }));
      expect(() => writer.together(both)).toThrow(expect.objectContaining({ code: 'disk_full' }));
      expect(writer.head).toMatchObject({ seq: 0, hash });
      expect(readSession(path)).toMatchObject({ records: 1, ending: { kind: 'intact' } });
      writer.close();
    });
  });

  it('tells each record that was written', () => {
    const told: SessionRecord[] = [];
    withWriter({ onRecord: (record) => told.push(record) }, (writer) => {
      const record = writer.append('session.opened', opened());
      expect(told).toEqual([record]);
    });
  });

  it('replaces secrets before it hashes, and counts them', () => {
    const secret = ['hunter', 'two', 'three'].join('-');
    withWriter({ redactor: redactorFor({ MY_PASSWORD: secret }) }, (writer, path) => {
      writer.append('session.opened', opened());
      const prompt = `use ${secret}`;
      expect(writer.append('turn.opened', { turn: 1, prompt })).toMatchObject({
        prompt: 'use [redacted:MY_PASSWORD]',
        redacted: 1,
      });
      const input = { [secret]: [secret], same: 'x' };
      expect(writer.append('tool.requested', { call_id: 'c', tool: 'bash', input }, 3)).toMatchObject({
        redacted: 5,
      });
      expect(writer.append('turn.opened', { turn: 2, prompt: '' })).not.toHaveProperty('redacted');
      expect(writer.redact(secret)).toEqual({ text: '[redacted:MY_PASSWORD]', count: 1 });
      expect(readFileSync(path, 'utf8')).not.toContain(secret);
      expect(readSession(path).ending.kind).toBe('intact');
    });
  });

  it('writes any text that a model or a tool can say', () =>
    withWriter({}, (writer, path) => {
      writer.append('session.opened', opened());
      const input = JSON.parse('{"__proto__":{"hash":"sha256:x"},"n":1e21,"é":"\\u2028\\ud800"}');
      writer.append('tool.requested', { call_id: 'c', tool: 'bash', input });
      expect(readSession(path, () => {}, { canonical: true })).toMatchObject({
        records: 2,
        ending: { kind: 'intact' },
      });
    }));

  it('refuses what a reader would refuse, and writes nothing', () =>
    withWriter({}, (writer, path) => {
      expect(() => writer.append('turn.opened', { turn: 0.5, prompt: '' })).toThrow(TypeError);
      expect(statSync(path).size).toBe(0);
    }));

  it('after closing is a mistake; closing twice is none', () =>
    withWriter({}, (writer) => {
      writer.close();
      writer.close();
      expect(() => writer.append('session.opened', opened())).toThrow(TypeError);
    }));

  it('says so when the device fails to sync: it is written, but not known to be durable', () =>
    withWriter({}, (writer) => {
      writer.close();
      expect(() => writer.sync()).toThrow(expect.objectContaining({ code: 'not_durable' }));
    }));
});

describe('the time of a record', () => {
  it('moves on by one millisecond a record where the clock stands still', () =>
    withWriter({}, (writer) => {
      expect(writer.append('session.opened', opened()).at).toBe('2026-01-01T00:00:00.000Z');
      expect(writer.append('turn.opened', { turn: 1, prompt: '' }).at).toBe('2026-01-01T00:00:00.001Z');
    }));

  it('never goes back, even where the real clock does', () => {
    const times = [5000, 3000, 7000];
    const clock = { now: () => times.shift() ?? 0, deterministic: false };
    withWriter({ clock }, (writer) => {
      expect(writer.append('session.opened', opened()).at).toBe('1970-01-01T00:00:05.000Z');
      expect(writer.append('turn.opened', { turn: 1, prompt: '' }).at).toBe('1970-01-01T00:00:05.000Z');
      expect(writer.append('turn.opened', { turn: 2, prompt: '' }).at).toBe('1970-01-01T00:00:07.000Z');
    });
  });
});

describe('a full disk', () => {
  it('is said, costs no record that was written, and can be gone on from', () =>
    onSmallDisk(64, (folder) => {
      const path = join(folder, 'full.jsonl');
      const writer = createSession(path, writerOptions());
      writer.append('session.opened', opened());
      const fill = () => {
        for (let turn = 1; ; turn++) writer.append('turn.opened', { turn, prompt: 'x'.repeat(5000) });
      };
      expect(fill).toThrow(expect.objectContaining({ code: 'disk_full' }));
      const reading = readSession(path);
      expect(reading.ending).toEqual({ kind: 'intact' });
      expect(reading.records).toBeGreaterThan(5);
      expect(writer.head?.seq).toBe(reading.records - 1);
      writer.append('turn.opened', { turn: 99, prompt: 'small' });
      writer.close();
      expect(readSession(path)).toMatchObject({ records: reading.records + 1, ending: { kind: 'intact' } });
    }));
});

function withWriter(
  options: Partial<WriterOptions>,
  use: (writer: SessionWriter, path: string) => void,
): void {
  inScratch((folder) => {
    const path = join(folder, 'example.jsonl');
    const writer = createSession(path, writerOptions(options));
    use(writer, path);
    writer.close();
  });
}
