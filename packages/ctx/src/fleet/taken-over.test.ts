// A session in a store that two machines share: frozen or dead at every moment at which the first one speaks with the store, taken
// over by the second, and the first wakes up again.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/folder.js';
import { appears } from '../../test/held-clock.js';
import { isRunning, until } from '../../test/processes.js';
import { jsonOf } from '../../test/scripted.js';
import { recordsOf } from '../../test/session-files.js';
import { type SharedFolder, sharedFolder } from '../../test/shared-folder.js';
import {
  attempt,
  latch,
  logIn,
  type Machine,
  machines,
  type Settings,
  scratchIn,
} from '../../test/takeover-machines.js';
import { fail } from '../protocol/codes.js';
import { lockPathOf } from '../session/lock-path.js';

const started = (root: string, i: number) => `echo ${i} >> effects.txt; pwd >> ${root}`;

function steps(mark: string, count = 2): object[] {
  return [
    ...Array.from({ length: count }, (_, i) => ({
      say: `Step ${i}.`,
      call: [
        { tool: 'bash', input: { command: started(mark, i) } },
        { tool: 'write', input: { path: `step-${i}.txt`, content: `step ${i}\n` } },
      ],
    })),
    { say: 'All done.' },
  ];
}

/** What the log says was done is what the workspace holds, and nothing else. */
function expectCoherent(machine: Machine): void {
  const records = recordsOf(logIn(machine));
  const returned = new Set(
    records.flatMap((record) =>
      record.type === 'tool.returned' && record.interrupted === undefined ? [record.call_id] : [],
    ),
  );
  const effects: string[] = [];
  const written: string[] = [];
  for (const record of records) {
    if (record.type !== 'tool.requested' || !returned.has(record.call_id)) continue;
    const { command, path } = Object(record.input);
    if (typeof command === 'string') effects.push(command.slice(5, 6));
    if (typeof path === 'string') written.push(path);
  }
  const folder = scratchIn(machine);
  const file = join(folder, 'effects.txt');
  expect(existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []).toEqual(effects);
  expect(readdirSync(folder).filter((name) => name.startsWith('step-'))).toEqual(written);
}

async function expectSound(machine: Machine, shared: SharedFolder): Promise<void> {
  expect(readFileSync(logIn(machine), 'utf8').split('\n').slice(0, -1)).toEqual(shared.lines);
  const outside = { cwd: machine.root, env: { HOME: machine.home } };
  expect(await jsonOf(['verify', logIn(machine)], outside)).toMatchObject({ data: { verdict: 'pass' } });
  expect((await jsonOf(['replay', logIn(machine), '--verify'], outside)).exit_code).toBe(0);
}

describe('taken over', () => {
  it.each(['before', 'after'] as const)(
    'at each commit, frozen %s it: nothing shown is missing, the old worker adds and starts nothing, files and log agree',
    async (moment) => {
      const mark = join(temporaryFolder(), 'started');
      // How many commits a run has is up to the machine: records that come while one is under way go together.
      for (let frozenAt = 1; ; frozenAt++) {
        const [first, second] = machines(steps(mark));
        const shared = sharedFolder(temporaryFolder());
        const frozen = latch();
        const woken = latch();
        let commits = 0;
        const freeze = async () => {
          frozen.resolve();
          await woken.promise;
        };
        shared.before = async () => {
          commits += 1;
          if (commits === frozenAt && moment === 'before') await freeze();
        };
        shared.after = async () => {
          if (commits === frozenAt && moment === 'after') await freeze();
        };
        const zombie = attempt(first, shared);
        const unfrozen = await Promise.race([frozen.promise, zombie.ended]);
        if (unfrozen !== undefined) {
          expect(unfrozen).toMatchObject({ outcome: 'completed' });
          await expectSound(first, shared);
          expectCoherent(first);
          expect(frozenAt).toBeGreaterThan(7);
          return;
        }
        const acknowledged = [...zombie.shown];
        // Only its end was not heard of: then there is nothing to go on with.
        const isOver = shared.lines.at(-1)?.includes('"type":"run.closed"') === true;
        shared.before = async () => {};
        shared.after = async () => {};
        const next = attempt(second, shared);
        expect(await next.ended).toMatchObject({ outcome: 'completed', cause: 'completed' });
        const lines = [...shared.lines];
        const before = readFileSync(mark, 'utf8');
        woken.resolve();
        await expect(zombie.ended).rejects.toMatchObject({ code: 'lease_lost' });
        expect(readFileSync(mark, 'utf8')).toBe(before);
        expect(shared.lines).toEqual(lines);
        expect(zombie.shown).toEqual(acknowledged);
        const log = recordsOf(logIn(second));
        expect(log.slice(0, acknowledged.length)).toEqual(acknowledged);
        expect(log.filter(({ type }) => type === 'session.claimed').length).toBeLessThanOrEqual(2);
        expect(existsSync(logIn(first))).toBe(false);
        await expectSound(second, shared);
        if (!isOver) expectCoherent(second);
        expect(existsSync(scratchIn(second))).toBe(!isOver);
      }
    },
    900_000,
  );
});

describe('what a takeover finds', () => {
  const mark = () => join(temporaryFolder(), 'started');

  /** The first machine is frozen at the commit after its n-th record of a type, and never wakes. */
  async function frozenBehind(
    n: number,
    type: 'model.responded' | 'tool.returned',
    machine: Machine,
    settings: Settings = {},
  ): Promise<SharedFolder> {
    const shared = sharedFolder(temporaryFolder());
    const frozen = latch();
    shared.before = async () => {
      if (shared.lines.filter((line) => line.includes(`"type":"${type}"`)).length < n) return;
      frozen.resolve();
      await new Promise<void>(() => {});
    };
    attempt(machine, shared, settings).ended.catch(() => {});
    await frozen.promise;
    shared.before = async () => {};
    return shared;
  }

  it('is the worker’s own clone, where the session does not work in a copy: clean, it is put right', async () => {
    const [first, second] = machines(steps(mark()));
    const shared = await frozenBehind(2, 'tool.returned', first, { scratch: false });
    expect(await attempt(second, shared, { scratch: false }).ended).toMatchObject({ outcome: 'completed' });
    const types = recordsOf(logIn(second)).map(({ type }) => type);
    expect(types).toContain('workspace.restored');
    expect(readFileSync(join(second.root, 'effects.txt'), 'utf8')).toBe('0\n1\n');
    await expectSound(second, shared);
  });

  it('is somebody’s work in that clone: the session is lost, and says why', async () => {
    const [first, second] = machines(steps(mark()));
    const shared = await frozenBehind(2, 'tool.returned', first, { scratch: false });
    writeFiles(second.root, { 'mine.txt': 'mine' });
    const lines = [...shared.lines];
    expect(await attempt(second, shared, { scratch: false }).ended).toMatchObject({
      outcome: 'failed',
      cause: 'worker_lost',
      target: 'workspace_dirty: mine.txt',
      head: { seq: lines.length - 1 },
    });
    expect(shared.lines).toEqual(lines);
    expect(existsSync(join(second.root, 'effects.txt'))).toBe(false);
  });

  it('is the very folder that it was in: its files stay as they were left, as with ctx resume', async () => {
    const [first] = machines(steps(mark()));
    const shared = await frozenBehind(2, 'tool.returned', first, { scratch: false });
    writeFiles(first.root, { 'mine.txt': 'mine' });
    // Of a process that is gone, as this one is not.
    rmSync(lockPathOf(logIn(first)));
    expect(await attempt(first, shared, { scratch: false }).ended).toMatchObject({ outcome: 'completed' });
    expect(readFileSync(join(first.root, 'mine.txt'), 'utf8')).toBe('mine');
    await expectSound(first, shared);
  });

  it('is no clone of it, or one that lacks the commit: the session is lost', async () => {
    const [first] = machines(steps(mark()));
    const shared = await frozenBehind(2, 'tool.returned', first);
    const [, other] = machines([{ say: 'Another project.' }]);
    expect(await attempt(other, shared).ended).toMatchObject({
      cause: 'worker_lost',
      target: expect.stringMatching(/^base_missing: [0-9a-f]{40}$/),
    });
  });

  it('is a project without git: its files come along', async () => {
    const [first, second] = machines(steps(mark()), false);
    const shared = await frozenBehind(2, 'tool.returned', first);
    expect(await attempt(second, shared).ended).toMatchObject({ outcome: 'completed' });
    expectCoherent(second);
    await expectSound(second, shared);
  });

  it('is a workspace that could not be kept: the session is lost, honestly', async () => {
    const link = { tool: 'bash', input: { command: 'ln -s /etc out' } };
    const [first, second] = machines([{ say: 'Link.', call: [link] }, { say: 'Done.' }]);
    const shared = await frozenBehind(1, 'tool.returned', first);
    expect(shared.lines.some((line) => line.includes('workspace_unkept'))).toBe(true);
    expect(await attempt(second, shared).ended).toMatchObject({
      cause: 'worker_lost',
      target: 'workspace_unkept',
    });
  });

  it('is a session that only read: it goes on without a snapshot', async () => {
    const read = { tool: 'read', input: { path: 'a.txt' } };
    const [first, second] = machines([{ say: 'Read.', call: [read] }, { say: 'Done.' }]);
    const shared = await frozenBehind(1, 'model.responded', first);
    expect(await attempt(second, shared).ended).toMatchObject({ outcome: 'completed' });
    expect(recordsOf(logIn(second)).map(({ type }) => type)).not.toContain('workspace.snapshot');
    await expectSound(second, shared);
  });

  it('is a log that somebody changed in the store: nothing goes on from it', async () => {
    const [first, second] = machines(steps(mark()));
    const shared = await frozenBehind(2, 'tool.returned', first);
    const { epoch: _, log } = shared.claim();
    shared.change(1, (line) => line.replace('Go.', 'No.').replace('worker', 'wurker'));
    await expect(log.commit([])).resolves.toBeUndefined();
    expect(await attempt(second, shared).ended).toMatchObject({ outcome: 'failed', cause: 'session_broken' });
    expect(existsSync(logIn(second))).toBe(false);
  });

  it('is a file of that name that the store knows nothing of: it is kept under another name', async () => {
    const [first, second] = machines(steps(mark()));
    const shared = await frozenBehind(2, 'tool.returned', first);
    writeFiles(second.root, { '.context/sessions/s.jsonl': 'mine\n' });
    expect(await attempt(second, shared).ended).toMatchObject({ outcome: 'completed' });
    const [kept = ''] = readdirSync(join(second.root, '.context/sessions')).filter((name) =>
      name.startsWith('s.jsonl.before-epoch-2-'),
    );
    expect(readFileSync(join(second.root, '.context/sessions', kept), 'utf8')).toBe('mine\n');
  });
});

it('whoever hears by a heartbeat that the session is lost ends its tool, and adds nothing', async () => {
  const folder = temporaryFolder();
  const [first] = machines([
    {
      say: 'Long.',
      call: [
        {
          tool: 'bash',
          input: { command: `echo $$ > ${folder}/pid; touch ${folder}/on; sleep 600; touch ${folder}/off` },
        },
      ],
    },
    { say: 'Done.' },
  ]);
  const shared = sharedFolder(temporaryFolder());
  const { ended, cancel, shown } = attempt(first, shared);
  await appears(join(folder, 'on'));
  const [lines, seen] = [[...shared.lines], [...shown]];
  cancel.abort(fail('lease_lost', { operation: 'beat', target: 's' }));
  await expect(ended).rejects.toMatchObject({ code: 'lease_lost' });
  expect(shared.lines).toEqual(lines);
  expect(shown).toEqual(seen);
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  await until(() => !isRunning(pid));
  expect(existsSync(join(folder, 'off'))).toBe(false);
});
