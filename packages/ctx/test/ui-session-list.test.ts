import { createServer, get } from 'node:http';
import { expect, test } from 'vitest';
import { sendJsonPieces } from '../src/commands/ui/api-answer.js';
import type { BrokenSession, SessionRow } from '../src/dashboard/api.js';
import { sessionListText } from '../src/dashboard/session-list.js';
import { noTotals } from '../src/session/tally.js';
import { listening } from './listening.js';

const place = { project: '/p', bytes: 1, last_modified: '2026-01-01T00:00:00.000Z', locked: false };

function broken(key: string): BrokenSession {
  return { key, session_id: key, ...place, readable: false, why: 'session_empty' };
}

function whole(key: string): SessionRow {
  return {
    key,
    session_id: key,
    ...place,
    readable: true,
    state: 'ended',
    created_at: place.last_modified,
    title: `“${key}” \u2028 </script>`,
    model: 'script/1',
    prompt_count: 1,
    records: 1,
    stopped: true,
    stop_reason: 'completed',
    totals: noTotals(),
  };
}

async function served(pieces: () => Iterable<string>): Promise<{ url: string; ends: Promise<unknown>[] }> {
  const ends: Promise<unknown>[] = [];
  const server = createServer((request, response) => {
    ends.push(sendJsonPieces(request, response, pieces()).catch((error: unknown) => error));
  });
  return { url: `${await listening(server)}/`, ends };
}

test.each(['gzip', 'identity'])('a list of many pieces arrives as one list, sent as %s', async (encoding) => {
  const sessions = Array.from({ length: 500 }, (_, i) => whole(`s${i}`));
  const unreadable = [broken('x'), broken('y')];
  const rows = [...sessions.slice(0, 100), ...unreadable, ...sessions.slice(100)];
  const listed = { total: 600, complete: false, rows };
  expect([...sessionListText(listed)].length).toBeGreaterThan(3);
  const { url } = await served(() => sessionListText(listed));
  const response = await fetch(url, { headers: { 'accept-encoding': encoding } });
  expect(response.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
  expect(await response.json()).toEqual({ total: 600, complete: false, sessions, unreadable });
});

test('a list of no sessions is a list', () => {
  const text = [...sessionListText({ total: 0, complete: true, rows: [] })].join('');
  expect(JSON.parse(text)).toEqual({ total: 0, complete: true, sessions: [], unreadable: [] });
});

test('whoever leaves in the middle of a list ends its making, and that is no error', async () => {
  let ended = false;
  function* endless(): Generator<string> {
    try {
      for (;;) yield 'x'.repeat(1 << 14);
    } finally {
      ended = true;
    }
  }
  const { url, ends } = await served(endless);
  await new Promise<void>((resolve) => {
    const request = get(url, (response) => {
      response.once('data', () => {
        request.destroy();
        resolve();
      });
    });
    request.on('error', () => {});
  });
  expect(await Promise.all(ends)).toEqual([undefined]);
  expect(ended).toBe(true);
});

test('what fails in the middle of a list breaks the answer off', async () => {
  function* failing(): Generator<string> {
    yield '{"total":1,';
    throw new Error('the disk is gone');
  }
  const { url, ends } = await served(failing);
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
  expect(await Promise.all(ends)).toEqual([new Error('the disk is gone')]);
});
