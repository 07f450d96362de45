import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/folder.js';
import { withEnoughTime } from '../../../test/held-clock.js';
import { largestRequest, type Request } from './request.js';
import { type AnswerRequest, serveRequests } from './server.js';

const echo: AnswerRequest = async ({ argv }) => ({ exit_code: 0, stdout: argv.join(' '), stderr: '' });
const request = (...argv: string[]): Request => ({ argv, stdin: '' });

function served(answer: AnswerRequest = echo, limits?: Parameters<typeof serveRequests>[2]) {
  const path = join(temporaryFolder(), 's');
  const server = serveRequests(path, answer, limits);
  onTestFinished(() => server.close());
  const open = () => {
    const socket = connect({ path, allowHalfOpen: true });
    socket.on('error', () => {});
    return socket;
  };
  const ask = (what: unknown) => {
    const socket = open();
    socket.end(typeof what === 'string' ? what : JSON.stringify(what));
    return answerAt(socket);
  };
  return { open, ask, server };
}

/** Nothing where the connection was closed without one. */
async function answerAt(socket: Socket): Promise<unknown> {
  const said = await text(socket).catch(() => '');
  return said === '' ? undefined : JSON.parse(said);
}

describe('requests from inside', () => {
  it('are answered, many at a time, and a few of them at once', async () => {
    let [atOnce, most] = [0, 0];
    let goOn = () => {};
    const twoUnderWay = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { ask } = served(async (one) => {
      most = Math.max(most, ++atOnce);
      if (atOnce === 2) goOn();
      await twoUnderWay;
      atOnce--;
      return echo(one);
    });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => ask(request('task', String(i)))));
    expect(answers).toEqual(
      Array.from({ length: 40 }, (_, i) => ({ exit_code: 0, stdout: `task ${i}`, stderr: '' })),
    );
    expect(most).toBe(2);
  });

  it.each([
    ['no JSON', 'x'],
    ['half of one', '{"argv":["task"'],
    ['no words', { argv: 'task', stdin: '' }],
    ['a word that no program can get', { argv: ['a\0b'], stdin: '' }],
    ['no stdin', { argv: ['task'] }],
    ['a word that is too long for a program', { argv: ['x'.repeat(1 << 17)], stdin: '' }],
    ['more words than a program can get', { argv: Array(1 << 20).fill('x'), stdin: '' }],
    ['nothing', ''],
    ['too much', 'x'.repeat(largestRequest + 1)],
  ])('that are %s get no answer, and the next one does', async (_, what) => {
    const { ask } = served();
    expect(await ask(what)).toBeUndefined();
    expect(await ask(request('x'))).toMatchObject({ stdout: 'x' });
  });

  it('that never end are cut off, and keep nobody else from asking', async () => {
    // Whoever asks and ends has the same time, which a busy machine may use up in between.
    const answer = await withEnoughTime(
      async (patience) => {
        const { open, ask } = served(echo, { connections: 3, atOnce: 2, patience });
        const slow = [open(), open()];
        for (const socket of slow) socket.write('{"argv":');
        const said = await ask(request('x'));
        expect(await Promise.all(slow.map(answerAt))).toEqual([undefined, undefined]);
        return said;
      },
      (said) => said !== undefined,
      20,
    );
    expect(answer).toMatchObject({ stdout: 'x' });
  });

  it('beyond the connections that there may be are turned away', async () => {
    const { open, ask } = served(echo, { connections: 1, atOnce: 1, patience: 60_000 });
    const first = open();
    first.write(' ');
    await once(first, 'connect');
    expect(await ask(request('x'))).toBeUndefined();
    first.end(JSON.stringify(request('y')));
    expect(await answerAt(first)).toMatchObject({ stdout: 'y' });
  });

  it('are no longer taken once the call is over, and what was begun is finished', async () => {
    let begun = () => {};
    let finished = false;
    const underWay = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { ask, server } = served(async (one) => {
      begun();
      await new Promise(setImmediate);
      finished = true;
      return echo(one);
    });
    const asked = ask(request('x'));
    await underWay;
    await server.close();
    expect(finished).toBe(true);
    expect(await asked).toBeUndefined();
    expect(await ask(request('x'))).toBeUndefined();
  });
});
