import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../disk/digest.js';
import { inScratch } from '../disk/fixtures/scratch.js';
import type { SessionRecord } from '../protocol/records.js';
import { seal } from './chain.js';
import { linesOf, writeExample, writeLines } from './fixtures/example.js';
import { readSession } from './reader.js';

describe('reading a session', () => {
  it('gives its records in order and says that it is intact', () =>
    inSession(4, (path) => {
      const records: SessionRecord[] = [];
      const { head, ...reading } = readSession(path, (record) => records.push(record));
      expect(records.map(({ seq, type }) => [seq, type])).toEqual([
        [0, 'session.opened'],
        [1, 'turn.opened'],
        [2, 'turn.opened'],
        [3, 'turn.opened'],
      ]);
      expect(head).toMatchObject({ seq: 3, hash: records.at(-1)?.hash });
      expect(reading).toEqual({
        records: 4,
        wholeBytes: readFileSync(path).length,
        ending: { kind: 'intact' },
      });
      expect(readSession(path, () => {}, { canonical: true }).ending.kind).toBe('intact');
    }));

  it('of an empty file finds nothing', () =>
    inSession(1, (path) => {
      writeFileSync(path, '');
      expect(readSession(path)).toEqual({
        records: 0,
        head: undefined,
        wholeBytes: 0,
        ending: { kind: 'intact' },
      });
    }));

  it('takes U+2028 and a raw carriage return for what they are', () =>
    inSession(3, (path) => {
      const lines = linesOf(path);
      const next = seal({ ...follow(lines[2]), prompt: 'a\u2028b\u2029c\rd\ne' });
      appendFileSync(path, next.line);
      expect(readSession(path)).toMatchObject({ records: 4, ending: { kind: 'intact' } });
    }));
});

describe('a torn last line', () => {
  it('is told wherever the file was cut', () =>
    inSession(3, (path) => {
      const bytes = readFileSync(path);
      const offset = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
      for (let end = offset + 1; end < bytes.length; end++) {
        writeFileSync(path, bytes.subarray(0, end));
        expect(readSession(path)).toMatchObject({
          records: 2,
          wholeBytes: offset,
          ending: { kind: 'torn', offset, bytes: end - offset },
        });
      }
    }));

  it.each([
    ['zeros', Buffer.alloc(4096)],
    ['zeros and an LF', Buffer.concat([Buffer.alloc(100), Buffer.from('\n')])],
    ['half a character', Buffer.from('{"a":"é').subarray(0, -1)],
    ['no JSON', Buffer.from('{"at":"20\n')],
  ])('may be %s', (_, tail) =>
    inSession(3, (path) => {
      const offset = readFileSync(path).length;
      appendFileSync(path, tail);
      const reason = tail.at(-1) === 0x0a ? { reason: 'line_not_json' } : {};
      expect(readSession(path).ending).toEqual({ kind: 'torn', offset, bytes: tail.length, ...reason });
    }),
  );
});

describe('a broken chain', () => {
  it.each<[string, string, (lines: string[]) => void]>([
    ['line_not_json', 'a line that is no JSON', (lines) => lines.splice(2, 1, 'oops')],
    ['record_malformed', 'a line that is no object', (lines) => lines.splice(2, 1, '[]')],
    ['seq_gap', 'a record that was taken out', (lines) => lines.splice(2, 1)],
    [
      'seq_gap',
      'two records that were swapped',
      (lines) => lines.splice(2, 2, lines[3] ?? '', lines[2] ?? ''),
    ],
    ['hash_mismatch', 'a changed word', (lines) => change(lines, (line) => line.replace('Prompt', 'prompt'))],
    [
      'hash_mismatch',
      'a changed hash',
      (lines) => change(lines, (line) => line.replace(/"hash":"sha256:../, '"hash":"sha256:zz')),
    ],
    ['hash_mismatch', 'no hash', (lines) => change(lines, (line) => line.replace(/"hash":"[^"]*",/, ''))],
    [
      'prev_mismatch',
      'another past',
      (lines) => change(lines, (line) => line.replace(/"prev":"sha256:../, '"prev":"sha256:zz')),
    ],
    ['hash_mismatch', 'white space', (lines) => change(lines, (line) => line.replace('{', '{ '))],
    [
      'type_unknown',
      'a type that nobody knows',
      (lines) => lines.splice(2, 1, resealed(lines[2], { type: 'turn.paused' })),
    ],
    [
      'record_malformed',
      'a member of the wrong kind',
      (lines) => lines.splice(2, 1, resealed(lines[2], { turn: 'two' })),
    ],
  ])('%s: %s is found at its record', (reason, _, change) =>
    inSession(5, (path) => {
      const lines = linesOf(path);
      const offset = Buffer.byteLength(`${lines[0]}\n${lines[1]}\n`);
      change(lines);
      writeLines(path, lines);
      expect(readSession(path)).toMatchObject({
        records: 2,
        wholeBytes: offset,
        ending: { kind: 'broken', seq: 2, offset, reason },
      });
    }),
  );

  it('is not a torn line, even in the last record, if that is JSON', () =>
    inSession(3, (path) => {
      const lines = linesOf(path);
      change(lines, (line) => line.replace('Prompt', 'prompt'));
      writeLines(path, lines);
      expect(readSession(path).ending).toMatchObject({ kind: 'broken', seq: 2, reason: 'hash_mismatch' });
    }));

  it('invalid_utf8: bytes that are no text are found at their record', () =>
    inSession(4, (path) => {
      const bytes = readFileSync(path);
      bytes[bytes.indexOf('ü', 0)] = 0xff;
      writeFileSync(path, bytes);
      expect(readSession(path).ending).toMatchObject({ kind: 'broken', seq: 1, reason: 'invalid_utf8' });
    }));

  it('not_opened: a session begins with its opening', () =>
    inSession(1, (path) => {
      const first = { at: '2026-01-01T00:00:00.000Z', prev: `sha256:${'0'.repeat(64)}`, seq: 0 };
      writeFileSync(path, seal({ ...first, type: 'turn.opened', turn: 1, prompt: '' }).line);
      expect(readSession(path).ending).toMatchObject({ kind: 'broken', seq: 0, reason: 'not_opened' });
    }));

  it('not_canonical: other bytes for the same record are found by who asks for it', () =>
    inSession(3, (path) => {
      const lines = linesOf(path);
      const { hash: _, ...last } = JSON.parse(lines[2] ?? '');
      const { at, ...rest } = last;
      const text = JSON.stringify({ prompt: last.prompt, at, ...rest });
      lines[2] = text.replace('"at"', `"hash":"${digestOf(text)}","at"`);
      writeLines(path, lines);
      expect(readSession(path).ending.kind).toBe('intact');
      expect(readSession(path, () => {}, { canonical: true }).ending).toMatchObject({
        kind: 'broken',
        seq: 2,
        reason: 'not_canonical',
      });
    }));
});

describe('a session that cannot be read', () => {
  it('of a newer format is refused before anything else is looked at', () =>
    inSession(1, (path) => {
      writeFileSync(path, '{"format":2,"anything":"else"}\n');
      expect(() => readSession(path)).toThrow(
        expect.objectContaining({
          code: 'session_newer_format',
          where: expect.objectContaining({ format: 2, known: 1 }),
        }),
      );
    }));

  it('is unknown, or says why', () =>
    inScratch((folder) => {
      mkdirSync(join(folder, 'a.jsonl'));
      expect(() => readSession(join(folder, 'b.jsonl'))).toThrow(
        expect.objectContaining({ code: 'session_unknown' }),
      );
      expect(() => readSession(join(folder, 'a.jsonl'))).toThrow(
        expect.objectContaining({ code: 'file_unreadable' }),
      );
      expect(() => readSession(join(folder, 'x'.repeat(300)))).toThrow(
        expect.objectContaining({ code: 'file_unreadable' }),
      );
    }));
});

function inSession(records: number, use: (path: string) => void): void {
  inScratch((folder) => {
    const path = join(folder, 'example.jsonl');
    writeExample(path, records);
    use(path);
  });
}

function change(lines: string[], how: (line: string) => string): void {
  lines[2] = how(lines[2] ?? '');
}

function follow(line: string | undefined): object {
  const { hash, ...last } = JSON.parse(line ?? '');
  return { ...last, prev: hash, seq: last.seq + 1 };
}

function resealed(line: string | undefined, more: object): string {
  const { hash: _, ...record } = JSON.parse(line ?? '');
  return seal({ ...record, ...more }).line.trimEnd();
}
