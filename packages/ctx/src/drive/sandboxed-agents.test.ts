// A driven agent in its sandbox: it works in the workspace, and sees neither the log nor what else the home folder holds.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drivenProject } from '../../test/drive/driven-project.js';
import { temporaryFolder } from '../../test/folder.js';
import { listening } from '../../test/listening.js';

const agents = join(import.meta.dirname, '../../test/drive');

it('works in the workspace, and sees neither the log nor the rest of the home folder', async () => {
  const home = temporaryFolder();
  mkdirSync(join(home, '.ssh'));
  writeFileSync(join(home, '.ssh/id'), 'secret');
  const project = drivenProject();
  const look = (path: string) => ({ look: path });
  const answer = await project.run(
    [
      [
        look(join(home, '.ssh/id')),
        look(join(project.cwd, '.context/sessions/s.jsonl')),
        look('script.json'),
        { call: { id: 'c1', command: 'touch x' } },
        { say: 'Done.' },
      ],
    ],
    { sandbox: { read: [agents] } },
    { env: { HOME: home, PATH: process.env['PATH'] } },
  );
  expect(answer).toMatchObject({ exit_code: 0 });
  expect(readFileSync(join(project.cwd, 'looked'), 'utf8').trim().split('\n')).toEqual(['no', 'no', 'yes']);
  expect(existsSync(join(project.cwd, 'made-by-c1'))).toBe(true);
  expect(project.records().find(({ type }) => type === 'run.opened')).toMatchObject({
    fence: { sandbox: { backend: expect.stringMatching(/bwrap|seatbelt/), network: 'open' } },
  });
});

/** A server on loopback that counts who came. */
async function server() {
  const came = { times: 0 };
  const url = await listening(
    createServer((_, response) => {
      came.times += 1;
      response.end();
    }),
  );
  return { came, url, entry: new URL(url).host };
}

it('reaches the hosts that it may, by the proxy and by their own port, and no others', async () => {
  const [provider, other] = [await server(), await server()];
  const project = drivenProject();
  const call = { id: 'c1', command: 'curl', reach: other.url };
  const turn = [{ reach: provider.url }, { reach: other.url }, { call }, { say: 'Done.' }];
  const answer = await project.run(
    [turn],
    { sandbox: { read: [agents], network: [provider.entry] } },
    { env: { HOME: temporaryFolder(), PATH: process.env['PATH'] } },
  );
  expect(answer).toMatchObject({
    exit_code: 0,
    data: { warnings: [`scripted tried to reach ${other.entry}, which the sandbox refused`] },
  });
  expect(readFileSync(join(project.cwd, 'reached'), 'utf8').trim().split('\n')).toEqual([
    ...['200', '200'],
    ...['403', 'ECONNREFUSED'],
    ...['403', 'ECONNREFUSED'],
  ]);
  expect([provider.came.times, other.came.times]).toEqual([2, 0]);
  const { hostname: host, port } = new URL(other.url);
  expect(project.records().filter(({ type }) => type === 'sandbox.denied')).toMatchObject([
    { call_id: 'c1', host, port: Number(port), reason: 'not_listed', times: 1 },
  ]);
  expect(project.records().find(({ type }) => type === 'run.opened')).toMatchObject({
    fence: { sandbox: { network: [provider.entry] } },
  });
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
  expect(await project.ctx(['replay', 's'])).toMatchObject({ data: { identical: true } });
});
