// A repository can bring files of fleets along: a request to cancel one that is yet to come, or what hides the others.

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fleetCall, saying } from '../../../test/fleet-files.js';
import { temporaryFolder } from '../../../test/folder.js';

function project(): { cwd: string; fleets: string } {
  const fleet = { fleet_id: 'f', sessions: [{ task: 'One.', model: 'script:hi.yaml' }] };
  const cwd = temporaryFolder({ 'hi.yaml': saying('Hi.'), 'fleet.yaml': JSON.stringify(fleet) });
  const fleets = join(cwd, '.context/fleets');
  mkdirSync(fleets, { recursive: true });
  return { cwd, fleets };
}

const planted: readonly [string, (path: string) => void][] = [
  ['a request', (path) => writeFileSync(path, '{}')],
  ['a pipe', (path) => void execFileSync('mkfifo', [path])],
  ['a folder', (path) => void mkdirSync(path)],
  ['a link that goes round in circles', (path) => symlinkSync(path, path)],
];

it.each(planted)('does not cancel a new fleet by %s that stood there before', async (_, plant) => {
  const { cwd, fleets } = project();
  plant(join(fleets, 'f.fleet.jsonl.cancel'));
  const { data } = await fleetCall(cwd, 'run', 'fleet.yaml');
  expect(data).toMatchObject({ state: 'completed', counts: { completed: 1 } });
});

it('lists the fleets beside what leads out, nowhere or in circles, and names those', async () => {
  const { cwd, fleets } = project();
  await fleetCall(cwd, 'run', 'fleet.yaml');
  symlinkSync('/etc/hostname', join(fleets, 'out.fleet.jsonl'));
  symlinkSync('/nowhere/at/all', join(fleets, 'nowhere.fleet.jsonl'));
  symlinkSync('round.fleet.jsonl', join(fleets, 'round.fleet.jsonl'));
  const { data } = await fleetCall(cwd, 'list');
  expect(data).toMatchObject({
    fleets: [{ fleet_id: 'f' }],
    unreadable: [
      { path: join(fleets, 'nowhere.fleet.jsonl'), code: 'path_outside' },
      { path: join(fleets, 'out.fleet.jsonl'), code: 'path_outside' },
      { path: join(fleets, 'round.fleet.jsonl'), code: 'file_unreadable' },
    ],
  });
  expect((await fleetCall(cwd, 'status')).data).toMatchObject({ fleet_id: 'f' });
});
