// A driven agent in its sandbox: it works in the workspace, and sees neither the log nor what else the home folder holds.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drivenProject } from '../../test/drive/driven-project.js';
import { temporaryFolder } from '../../test/folder.js';

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
