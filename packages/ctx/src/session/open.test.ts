import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inScratch, onSmallDisk, remountReadOnly } from '../disk/fixtures/scratch.js';
import type { SessionRecord } from '../protocol/records.js';
import { linesOf, opened, writeExample, writeLines, writerOptions } from './fixtures/example.js';
import { createSession, openSession } from './open.js';
import { readSession } from './reader.js';

describe('a new session', () => {
  it('is a private file that nobody else can write to until it is closed', () =>
    inScratch((folder) => {
      const path = join(folder, 'a.jsonl');
      const writer = createSession(path, writerOptions());
      writer.append('session.opened', opened());
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(() => openSession(path, writerOptions())).toThrow(locked());
      writer.close();
      expect(readdirSync(folder)).toEqual(['a.jsonl']);
      openSession(path, writerOptions()).close();
    }));

  it('does not replace one that is there, and leaves no lock', () =>
    inScratch((folder) => {
      const path = join(folder, 'a.jsonl');
      writeFileSync(path, 'precious');
      expect(() => createSession(path, writerOptions())).toThrow(
        expect.objectContaining({ code: 'session_exists' }),
      );
      expect(readFileSync(path, 'utf8')).toBe('precious');
      symlinkSync('nowhere', join(folder, 'b.jsonl'));
      expect(() => createSession(join(folder, 'b.jsonl'), writerOptions())).toThrow(
        expect.objectContaining({ code: 'session_exists' }),
      );
      expect(readdirSync(folder).sort()).toEqual(['a.jsonl', 'b.jsonl']);
    }));

  it('is refused as there, not as locked, while another writes it: to wait would not help', () =>
    inScratch((folder) => {
      const path = join(folder, 'a.jsonl');
      const writer = createSession(path, writerOptions());
      writer.append('session.opened', opened());
      expect(() => createSession(path, writerOptions())).toThrow(
        expect.objectContaining({ code: 'session_exists' }),
      );
      writer.close();
    }));

  it('takes over one without a byte: whoever began it was killed before its first record', () =>
    inScratch((folder) => {
      const path = join(folder, 'a.jsonl');
      createSession(path, writerOptions()).close();
      expect(statSync(path).size).toBe(0);
      const writer = createSession(path, writerOptions());
      // But not while somebody is at it.
      expect(() => createSession(path, writerOptions())).toThrow(locked());
      writer.append('session.opened', opened());
      writer.close();
      expect(readSession(path)).toMatchObject({ records: 1, ending: { kind: 'intact' } });
    }));

  it('needs a folder that can be written to', () =>
    onSmallDisk(64, (folder) => {
      expect(() => createSession(join(folder, 'none', 'a.jsonl'), writerOptions())).toThrow(unwritable);
      remountReadOnly(folder);
      expect(() => createSession(join(folder, 'a.jsonl'), writerOptions())).toThrow(unwritable);
    }));
});

describe('an existing session', () => {
  it('is gone on with from its last record and its last time', () =>
    inExample(3, (path) => {
      const before = readFileSync(path, 'utf8');
      const seen: SessionRecord[] = [];
      const writer = openSession(path, writerOptions(), (record) => seen.push(record));
      expect(seen).toHaveLength(3);
      expect(writer.append('turn.opened', { turn: 3, prompt: '' })).toMatchObject({
        seq: 3,
        prev: seen[2]?.hash,
        at: '2026-01-01T00:00:00.003Z',
      });
      writer.close();
      expect(readFileSync(path, 'utf8').startsWith(before)).toBe(true);
      expect(readSession(path)).toMatchObject({ records: 4, ending: { kind: 'intact' } });
    }));

  it('has one lock, whatever name it is opened by', () =>
    inExample(2, (path, folder) => {
      const link = join(folder, 'link.jsonl');
      symlinkSync(path, link);
      const writer = openSession(path, writerOptions());
      expect(() => openSession(link, writerOptions())).toThrow(locked());
      writer.close();
    }));

  it('that is not there is unknown', () =>
    inScratch((folder) => {
      expect(() => openSession(join(folder, 'a.jsonl'), writerOptions())).toThrow(
        expect.objectContaining({ code: 'session_unknown' }),
      );
    }));

  it('that is broken can only be read, and stays as it is', () =>
    inExample(4, (path, folder) => {
      const lines = linesOf(path);
      writeLines(path, lines.with(2, lines[2]?.replace('Prompt', 'prompt') ?? ''));
      const before = readFileSync(path);
      expect(() => openSession(path, writerOptions())).toThrow(
        expect.objectContaining({
          code: 'session_broken',
          where: expect.objectContaining({ seq: 2, reason: 'hash_mismatch' }),
        }),
      );
      expect(readFileSync(path)).toEqual(before);
      expect(readdirSync(folder)).toEqual(['a.jsonl']);
    }));

  it('without a whole record cannot be gone on with, and stays as it is', () =>
    inExample(1, (path) => {
      for (const content of ['', '{"at":"2026']) {
        writeFileSync(path, content);
        expect(() => openSession(path, writerOptions())).toThrow(
          expect.objectContaining({ code: 'session_empty' }),
        );
        expect(readFileSync(path, 'utf8')).toBe(content);
      }
    }));

  it('that is a folder, or on a read-only disk, says so', () =>
    onSmallDisk(64, (folder) => {
      mkdirSync(join(folder, 'b.jsonl'));
      const path = join(folder, 'a.jsonl');
      writeExample(path, 2);
      expect(() => openSession(join(folder, 'b.jsonl'), writerOptions())).toThrow(unwritable);
      remountReadOnly(folder);
      expect(() => openSession(path, writerOptions())).toThrow(unwritable);
    }));
});

describe('a torn last line', () => {
  it('is cut off, wherever it was torn, and a record says what was cut', () =>
    inExample(3, (path) => {
      const bytes = readFileSync(path);
      const start = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
      for (let end = start + 1; end < bytes.length; end += 7) {
        writeFileSync(path, bytes.subarray(0, end));
        const told: SessionRecord[] = [];
        openSession(path, writerOptions({ onRecord: (record) => told.push(record) })).close();
        const cut_sha256 = `sha256:${createHash('sha256').update(bytes.subarray(start, end)).digest('hex')}`;
        expect(told).toMatchObject([
          { type: 'session.repaired', seq: 2, after_seq: 1, bytes_cut: end - start, cut_sha256 },
        ]);
        expect(readSession(path)).toMatchObject({ records: 3, ending: { kind: 'intact' } });
      }
    }));

  it('is cut off once: the next opening finds nothing to repair', () =>
    inExample(2, (path) => {
      appendFileSync(path, 'x'.repeat(3_000_000));
      openSession(path, writerOptions()).close();
      const repaired = readFileSync(path);
      expect(repaired.length).toBeLessThan(10_000);
      openSession(path, writerOptions()).close();
      expect(readFileSync(path)).toEqual(repaired);
    }));

  it('stays in sight when the disk is too full to say that it was cut', () =>
    onSmallDisk(64, (folder) => {
      const path = join(folder, 'a.jsonl');
      writeExampleUpTo(path, 4096 - 100);
      appendFileSync(path, 'torn');
      // One page is left, and the lock takes it: the repair fits into its first hundred bytes only.
      const filler = join(folder, 'filler');
      expect(() => writeFileSync(filler, 'x'.repeat(64 * 1024))).toThrow('ENOSPC');
      truncateSync(filler, (Math.ceil(statSync(filler).size / 4096) - 1) * 4096);
      expect(() => openSession(path, writerOptions())).toThrow(
        expect.objectContaining({ code: 'disk_full' }),
      );
      expect(readSession(path).ending).toEqual({ kind: 'torn', offset: 4096 - 100, bytes: 100 });
      expect(readdirSync(folder).sort()).toEqual(['a.jsonl', 'filler']);
    }));
});

/** A session of two records and exactly that many bytes. */
function writeExampleUpTo(path: string, bytes: number): void {
  const write = (prompt: string) => {
    const writer = createSession(path, writerOptions());
    writer.append('session.opened', opened());
    writer.append('turn.opened', { turn: 1, prompt });
    writer.close();
    return statSync(path).size;
  };
  const least = write('');
  unlinkSync(path);
  expect(write('x'.repeat(bytes - least))).toBe(bytes);
}

function inExample(records: number, use: (path: string, folder: string) => void): void {
  inScratch((folder) => {
    const path = join(folder, 'a.jsonl');
    writeExample(path, records);
    use(path, folder);
  });
}

function locked() {
  return expect.objectContaining({
    code: 'session_locked',
    row: expect.objectContaining({ retryable: true }),
    where: expect.objectContaining({ pid: process.pid, lockFile: expect.stringContaining('a.jsonl.lock') }),
  });
}

const unwritable = expect.objectContaining({ code: expect.stringMatching(/^file_un(writable|readable)$/) });
