import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inScratch } from '../disk/fixtures/scratch.js';
import {
  linesOf,
  opened,
  runOpened,
  totals,
  turnResult,
  writeExample,
  writeLines,
  writeRun,
  writerOptions,
} from './fixtures/example.js';
import { listSessions, type SessionRow } from './list.js';
import { createSession, openSession } from './open.js';
import type { SessionWriter } from './writer.js';

describe('a listing', () => {
  it('has the newest sessions first, as many as asked for, and counts them all', () =>
    inScratch((folder) => {
      for (let n = 0; n < 7; n++) {
        const path = join(folder, `s${n}.jsonl`);
        writeExample(path, n + 1);
        utimesSync(path, 1000, n === 6 ? 1002 : 1000 + n);
      }
      writeFileSync(join(folder, '.gitignore'), '*\n');
      writeFileSync(join(folder, 's9.jsonl.lock'), '');
      writeFileSync(join(folder, 'not an id.jsonl'), '');
      const { rows, total } = listSessions(folder, 5);
      expect(total).toBe(7);
      expect(rows.map(({ session_id }) => session_id)).toEqual(['s5', 's4', 's3', 's2', 's6']);
      expect(rows[0]).toMatchObject({
        path: join(folder, 's5.jsonl'),
        last_modified: '1970-01-01T00:16:45.000Z',
        records: 6,
        created_at: '2026-01-01T00:00:00.000Z',
        locked: false,
      });
      expect(listSessions(folder).rows).toHaveLength(7);
    }));

  it('of a folder that is not there is empty; of a file it is an error', () =>
    inScratch((folder) => {
      expect(listSessions(join(folder, 'none'))).toEqual({ rows: [], total: 0 });
      writeFileSync(join(folder, 'file'), '');
      expect(() => listSessions(join(folder, 'file'))).toThrow(
        expect.objectContaining({ code: 'file_unreadable' }),
      );
    }));

  it('says how the last run ended and what it took', () => {
    expect(listed(writeRun)).toMatchObject({ readable: true, records: 10, stop_reason: 'completed', totals });
  });

  it('says the same after a repair and a resumption that began nothing', () =>
    inScratch((folder) => {
      const path = join(folder, 'a.jsonl');
      const writer = createSession(path, writerOptions());
      writer.append('session.opened', opened());
      writeRun(writer);
      writer.close();
      appendFileSync(path, '{"torn');
      expect(listSessions(folder).rows).toMatchObject([{ records: 10, stop_reason: 'completed' }]);
      openSession(path, writerOptions()).close();
      expect(listSessions(folder).rows).toMatchObject([{ records: 11, stop_reason: 'completed' }]);
    }));

  it('adds up all runs, and of one that is open its closed turns', () => {
    const open = listed((writer) => {
      writeRun(writer);
      writer.append('run.opened', { ...runOpened, run_id: 'r2' });
      writer.append('turn.closed', { result: turnResult() });
      writer.append('turn.closed', { result: turnResult({ turn: 2, tool_calls: 4 }) });
      writer.append('turn.opened', { turn: 3, prompt: '' });
    });
    expect(open).toMatchObject({
      stop_reason: 'open',
      totals: {
        turns: 3,
        model_calls: 4,
        tool_calls: 5,
        input_tokens: 170,
        output_tokens: 50,
        cost_microusd: 13,
      },
    });
    expect(listed(() => {})).toMatchObject({ stop_reason: 'open', totals: { turns: 0 } });
    const appended = listed((writer) => {
      writeRun(writer);
      writer.append('session.appended', { runs: [] });
    });
    expect(appended).toMatchObject({ stop_reason: 'open', totals });
  });

  it('counts the prompts of an open run that began far back', () => {
    const long = listed((writer) => {
      writer.append('run.opened', runOpened);
      for (let n = 0; n < 30; n++) writer.append('turn.opened', { turn: n, prompt: 'x'.repeat(50_000) });
    });
    expect(long).toMatchObject({ records: 32, stop_reason: 'open', prompt_count: 30 });
  });

  it('says which sessions are being written to', () =>
    inScratch((folder) => {
      const writer = createSession(join(folder, 'a.jsonl'), writerOptions());
      writer.append('session.opened', opened());
      expect(listSessions(folder).rows).toMatchObject([{ session_id: 'a', locked: true, readable: true }]);
      writer.close();
    }));

  it('has a row for every file that cannot be read, and says why', () =>
    inScratch((folder) => {
      const path = join(folder, 'whole.jsonl');
      writeExample(path, 3);
      const lines = linesOf(path);
      writeFileSync(join(folder, 'empty.jsonl'), '');
      writeFileSync(join(folder, 'text.jsonl'), 'hello\nworld\n');
      writeFileSync(join(folder, 'newer.jsonl'), '{"format":9}\n');
      writeLines(join(folder, 'headless.jsonl'), lines.slice(1));
      writeLines(join(folder, 'tailless.jsonl'), [...lines, '[]']);
      writeFileSync(join(folder, 'torn.jsonl'), '{"at":"');
      writeFileSync(join(folder, 'long.jsonl'), 'x'.repeat(3_000_000));
      writeFileSync(join(folder, 'long-tail.jsonl'), `${lines[0]}\n${'x'.repeat(3_000_000)}`);
      mkdirSync(join(folder, 'folder.jsonl'));
      const why = Object.fromEntries(
        listSessions(folder).rows.map((row) => [row.session_id, row.readable ? 'readable' : row.why]),
      );
      expect(why).toEqual({
        whole: 'readable',
        empty: 'session_empty',
        text: 'session_broken',
        newer: 'session_newer_format',
        headless: 'session_broken',
        tailless: 'session_broken',
        torn: 'session_broken',
        long: 'session_broken',
        'long-tail': 'session_broken',
        folder: 'file_unreadable',
      });
    }));
});

function listed(write: (writer: SessionWriter) => void): SessionRow | undefined {
  return inScratch((folder) => {
    const writer = createSession(join(folder, 'a.jsonl'), writerOptions());
    writer.append('session.opened', opened());
    write(writer);
    writer.close();
    return listSessions(folder).rows[0];
  });
}
