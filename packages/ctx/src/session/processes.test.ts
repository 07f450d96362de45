// What must hold between processes: each session has one writer, and a writer that is killed loses nothing it said it had.

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScratch } from '../disk/fixtures/scratch.js';
import { writeExample, writerOptions } from './fixtures/example.js';
import { bundleWriter, type Said, startWriter } from './fixtures/start-writer.js';
import { listSessions } from './list.js';
import { openSession } from './open.js';
import { readSession } from './reader.js';

let programFolder = '';
let program = '';
beforeAll(async () => {
  programFolder = mkdtempSync(join(tmpdir(), 'ctx-test-'));
  program = await bundleWriter(programFolder);
});
afterAll(() => rmSync(programFolder, { recursive: true, force: true }));

describe('twenty processes on twenty sessions', () => {
  it('write side by side in a folder that the first of them makes', () =>
    inScratch(async (folder) => {
      const sessions = join(folder, '.context', 'sessions');
      const names = Array.from({ length: 20 }, (_, n) => join(sessions, `s${n}.jsonl`));
      const said = await Promise.all(names.map((path) => startWriter(program, path, 5).rest()));
      for (const acknowledged of said) expect(acknowledged.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5]);
      for (const path of names) {
        expect(readSession(path)).toMatchObject({ records: 6, ending: { kind: 'intact' } });
      }
      expect(readdirSync(join(folder, '.context'))).toEqual(['sessions']);
      expect(readdirSync(sessions)).toHaveLength(21);
      expect(listSessions(sessions).rows.every(({ readable, locked }) => readable && !locked)).toBe(true);
      expect(statSync(sessions).mode & 0o777).toBe(0o700);
    }));
});

describe('two processes on one session', () => {
  it('do not interleave: the second is told who has it, until that one is dead', () =>
    inScratch(async (folder) => {
      const path = join(folder, 'a.jsonl');
      const first = startWriter(program, path, 1, 'hold');
      await first.said.next();
      await first.said.next();
      const [refused] = await startWriter(program, path, 1).rest();
      expect(refused).toMatchObject({ failed: 'session_locked', where: { pid: first.process.pid } });
      first.process.kill('SIGKILL');
      await first.rest();
      expect(await startWriter(program, path, 1).rest()).toEqual([{ seq: 2 }]);
      expect(readSession(path)).toMatchObject({ records: 3, ending: { kind: 'intact' } });
    }));

  it('racing to make it or to open it, one at a time wins', () =>
    inScratch(async (folder) => {
      const path = join(folder, 'a.jsonl');
      writeExample(path, 1);
      const said = await Promise.all(Array.from({ length: 6 }, () => startWriter(program, path, 4).rest()));
      const written = said.flat().filter(({ seq }) => seq !== undefined);
      const refused = said.flat().filter(({ failed }) => failed !== undefined);
      expect(refused.every(({ failed }) => failed === 'session_locked')).toBe(true);
      expect(new Set(written.map(({ seq }) => seq)).size).toBe(written.length);
      expect(readSession(path)).toMatchObject({ records: written.length + 1, ending: { kind: 'intact' } });
    }));
});

describe('kill -9 at a random moment', () => {
  it('loses no acknowledged record, a dozen times in a row', () =>
    inScratch(async (folder) => {
      const path = join(folder, 'a.jsonl');
      const moments = Array.from({ length: 12 }, () => Math.ceil(Math.random() * 40));
      let highest = -1;
      for (const moment of moments) {
        const writer = startWriter(program, path, 300);
        const said: Said[] = [];
        for await (const one of writer.said) {
          if (said.push(one) === moment) writer.process.kill('SIGKILL');
        }
        const seen = said.map(({ seq }) => seq ?? -1);
        expect(seen.length, JSON.stringify(moments)).toBeGreaterThanOrEqual(moment);
        expect(seen[0]).toBeGreaterThan(highest);
        highest = Math.max(...seen);
        // The next writer repairs what is torn; here it only must not be broken.
        const reading = readSession(path);
        expect(reading.ending.kind, JSON.stringify(moments)).not.toBe('broken');
        expect(reading.records).toBeGreaterThan(highest);
      }
      openSession(path, writerOptions()).close();
      expect(readSession(path).ending).toEqual({ kind: 'intact' });
    }));
});
