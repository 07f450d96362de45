import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFolder } from '../../test/built.js';
import { temporaryFolder, writeFiles } from '../../test/folder.js';
import { fixedClock, runCtx } from '../../test/in-process.js';
import { jsonOf, scriptOf, task } from '../../test/scripted.js';
import { recordsOf } from '../../test/session-files.js';
import { planFrom } from '../config/plan.js';
import type { RunServices } from '../runs/run-services.js';
import { startSession } from '../runs/start-session.js';
import { giveBack } from '../workspace/give-back.js';
import { snapshotFolder } from '../workspace/snapshot-folder.js';

const bash = (command: string) => ({ call: [{ tool: 'bash', input: { command } }] });
const write = (path: string) => ({ call: [{ tool: 'write', input: { path, content: 'by write' } }] });

async function ran(replies: readonly object[], files: Readonly<Record<string, string>> = {}, env = {}) {
  const cwd = temporaryFolder({ 's.yaml': scriptOf(...replies), ...files });
  const outside = { cwd, env: { PATH: process.env['PATH'], ...env } };
  const { exit_code } = await jsonOf(['run', ...task('Go.'), '--session-id', 's'], outside);
  expect(exit_code).toBe(0);
  const path = join(cwd, '.context/sessions/s.jsonl');
  const records = recordsOf(path);
  return { cwd, path, outside, records, changed: records.filter(({ type }) => type === 'workspace.changed') };
}

it('the log says what each command changed, and not what write says itself', async () => {
  const { changed, records } = await ran(
    [
      write('before.txt'),
      bash('echo 1 > made.txt; echo 2 >> there.txt; rm gone.txt'),
      write('between.txt'),
      bash('true'),
      { say: 'Done.' },
    ],
    { 'there.txt': '', 'gone.txt': '' },
  );
  expect(changed).toHaveLength(1);
  const [{ seq = 0 } = {}] = changed;
  const returned = records[seq + 1];
  expect(returned).toMatchObject({ type: 'tool.returned', tool: 'bash' });
  expect(changed[0]).toMatchObject({
    by: 'call',
    call_id: Reflect.get(returned ?? {}, 'call_id'),
    found_by: 'walk',
    paths: [
      { path: 'gone.txt', change: 'removed' },
      { path: 'made.txt', change: 'added' },
      { path: 'there.txt', change: 'changed' },
    ],
  });
});

it('a write that git ignores, and one that failed, are told as no change', async () => {
  const { changed } = await ran(
    [bash('true'), write('ignored/file'), write('no\u0000file'), bash('true'), { say: 'Done.' }],
    { '.gitignore': 'ignored/\n' },
  );
  expect(changed).toEqual([]);
});

it('a call that fails hides no change that somebody else makes to its path meanwhile', async () => {
  const failing = { call: [{ tool: 'edit', input: { path: 'a.txt', old_text: 'no such', new_text: 'x' } }] };
  const cwd = temporaryFolder({ 's.yaml': scriptOf(bash('true'), failing, bash('true'), { say: 'Done.' }) });
  writeFiles(cwd, { 'a.txt': 'mine' });
  const emit = (event: object) => {
    if (Reflect.get(event, 'type') === 'tool.requested' && Reflect.get(event, 'tool') === 'edit')
      writeFiles(cwd, { 'a.txt': 'somebody else’s' });
  };
  const { path } = await started(cwd, { emit });
  const changed = recordsOf(path).filter(({ type }) => type === 'workspace.changed');
  expect(changed).toMatchObject([{ by: 'turn', paths: [{ path: 'a.txt', change: 'changed' }] }]);
});

/** A run of the script in a folder, with services of a test's own. */
function started(cwd: string, more: Partial<RunServices> = {}) {
  const env = { PATH: process.env['PATH'], HOME: temporaryFolder() };
  const services: RunServices = {
    env,
    cwd,
    clock: fixedClock,
    signal: new AbortController().signal,
    emit: () => {},
    trust: {
      flag: '--trust',
      given: false,
      keeps: false,
      byAgent: false,
      ask: async () => 'nobody' as const,
      now: fixedClock.now,
    },
    program: { version: '0', shippedFolder: builtFolder() },
    ...more,
  };
  const plan = planFrom({ runs: [{ run_id: 'r1', task: 'Go.', model: 'script:s.yaml' }] }, cwd, cwd, env, {});
  return startSession(plan, { sessionId: 's' }, services).then((conducted) => ({ ...conducted, env }));
}

it('verify, replay and report agree on what commands changed', async () => {
  const { path, outside } = await ran([bash('echo 1 > made.txt'), { say: 'Done.' }]);
  expect((await jsonOf(['verify', path], outside)).exit_code).toBe(0);
  expect((await jsonOf(['replay', path, '--verify'], outside)).exit_code).toBe(0);
  expect((await jsonOf(['report', path, '--out', 'report'], outside)).exit_code).toBe(0);
  const page = readFileSync(join(outside.cwd, 'report/run-r1.html'), 'utf8');
  expect(page).toMatch(
    /<code>made\.txt<\/code> added by <code>echo 1 &gt; made\.txt<\/code> \(<a href="#r\d+">/,
  );
  expect(page).not.toContain('no changed file was found');
});

it('the same config gives the same bytes inside a repository and outside of one', async () => {
  const replies = [
    bash('git init -q 2>/dev/null; echo 1 > made.txt; echo 1 > x.log'),
    bash('rm made.txt'),
    { say: 'Done.' },
  ];
  const files = { '.gitignore': '*.log\n' };
  const deterministic = { CTX_DETERMINISTIC: '1', HOME: temporaryFolder() };
  const [one, other] = [await ran(replies, files, deterministic), await ran(replies, files, deterministic)];
  execFileSync('git', ['init', '-q'], { cwd: other.cwd });
  expect(readFileSync(one.path)).toEqual(readFileSync(other.path));
  expect(one.changed).toHaveLength(2);
});

it('a page says that commands changed nothing, where they did not', async () => {
  const { path, outside, changed } = await ran([bash('true'), { say: 'Done.' }]);
  expect(changed).toEqual([]);
  await runCtx(['report', path, '--out', 'report'], outside);
  expect(readFileSync(join(outside.cwd, 'report/run-r1.html'), 'utf8')).toContain(
    'no changed file was found',
  );
});

it('the files are kept before each turn where somebody may undo it, and nowhere else', async () => {
  const cwd = temporaryFolder({
    's.yaml': scriptOf(bash('echo ruined > a.txt; rm b.txt; touch new'), { say: 'Done.' }),
  });
  writeFiles(cwd, { 'a.txt': 'mine', 'b.txt': 'mine too' });
  const { path, session_id, env } = await started(cwd, { keepsFiles: true });
  const snapshot = recordsOf(path).find((record) => record.type === 'workspace.snapshot');
  expect(
    recordsOf(path)
      .map(({ type }) => type)
      .slice(1, 4),
  ).toEqual(['run.opened', 'workspace.snapshot', 'turn.opened']);
  expect((await jsonOf(['verify', path], { cwd, env })).exit_code).toBe(0);
  expect((await jsonOf(['replay', path, '--verify'], { cwd, env })).exit_code).toBe(0);
  const place = { root: cwd, home: env.HOME, own: [join(cwd, '.context')] };
  const tree = snapshot?.type === 'workspace.snapshot' ? snapshot.tree : '';
  const given = giveBack(place, snapshotFolder(env, session_id) ?? '', tree);
  expect(given?.failed).toEqual([]);
  expect([readFileSync(join(cwd, 'a.txt'), 'utf8'), readFileSync(join(cwd, 'b.txt'), 'utf8')]).toEqual([
    'mine',
    'mine too',
  ]);
});
