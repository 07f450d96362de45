// Real branches of a real repository, merged by git with the driver that `ctx init` sets up.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Ledger, ledgers } from '../src/memory/ledger/kinds.js';
import { parseLedger } from '../src/memory/ledger/parse.js';
import { fileFaults, mendFiles } from '../src/memory/merge/mend-files.js';
import { type MemoryProject, memoryProject } from './memory-project.js';

const kinds = ['task', 'decision', 'learning', 'convention'] as const;

interface Known {
  readonly title: string;
  readonly done: boolean;
  readonly number: number | undefined;
}

interface Repository extends MemoryProject {
  git(...words: string[]): string;
  /** Whether it went without a conflict. */
  merge(branch: string): boolean;
}

async function repository(): Promise<Repository> {
  const project = await memoryProject({ init: false });
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: project.home,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const options = { cwd: project.root, env: environment, encoding: 'utf8' } as const;
  const git = (...words: string[]) => execFileSync('git', words, { ...options, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'a');
  git('config', 'user.email', 'a@b');
  await project.data('init');
  git('add', '.');
  git('commit', '-qm', 'init');
  const merge = (branch: string) =>
    spawnSync('git', ['merge', '-q', '--no-edit', branch], options).status === 0;
  return { ...project, git, merge };
}

function known(text: string, ledger: Ledger): Map<string, Known> {
  const items = parseLedger(ledger, text, ledger.file).items;
  const found = new Map(
    items.map((item) => [item.uid, { title: item.title, done: item.done, number: item.mark?.id }]),
  );
  expect(found.size).toBe(items.length);
  return found;
}

/** The same numbers on every machine. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

it('fifty random merges of branches that add, check, edit, archive and remove lose nothing and conflict never', async () => {
  const project = await repository();
  const below = chance(25);
  const ledgerOf = (kind: (typeof kinds)[number]) => ledgers[kind];
  const archived = (kind: (typeof kinds)[number]) => {
    try {
      return known(project.read('archive', ledgerOf(kind).file), ledgerOf(kind));
    } catch {
      return new Map<string, Known>();
    }
  };
  const state = () =>
    new Map(kinds.map((kind) => [kind, known(project.read(ledgerOf(kind).file), ledgerOf(kind))]));
  const removed = new Set<string>();
  let [merges, shared, counter] = [0, 0, 0];

  /** Titles are edited by one branch or the other: an item that both reword is a conflict for a person. */
  const change = async (half: number) => {
    const kind = kinds[below(kinds.length)] ?? 'task';
    const ledger = ledgerOf(kind);
    const all = [...known(project.read(ledger.file), ledger).keys()];
    const uid = all[below(all.length)];
    counter += 1;
    switch (uid === undefined ? 0 : below(7)) {
      case 1:
        if (kind === 'task') await project.data('task', 'done', uid ?? '');
        break;
      case 2:
        await project.data(kind, 'archive', uid ?? '');
        break;
      case 3:
        if ((uid?.charCodeAt(7) ?? 0) % 2 !== half) break;
        project.write(
          ledger.file,
          project
            .read(ledger.file)
            .replace(new RegExp(`^(.*) (<!-- ctx .*${uid}.*)$`, 'm'), `$1 v${counter} $2`),
        );
        break;
      case 4: {
        if (below(3) !== 0) break;
        const text = project.read(ledger.file);
        const item = parseLedger(ledger, text, '').items.find((each) => each.uid === uid);
        if (item === undefined) break;
        project.write(ledger.file, text.slice(0, item.start) + text.slice(item.end));
        removed.add(item.uid);
        break;
      }
      default:
        await project.data(kind, 'add', `number ${counter}`, ...(below(2) === 0 ? ['--tag', 'same'] : []));
    }
  };
  const tip = async (branch: string, half: number) => {
    project.git('checkout', '-qB', branch, 'main');
    const steps = 1 + below(4);
    for (let step = 0; step < steps; step++) await change(half);
    project.git('add', '.');
    project.git('commit', '-qm', branch, '--allow-empty');
    return { open: state(), put: new Map(kinds.map((kind) => [kind, archived(kind)])) };
  };

  while (merges < 50) {
    const before = state();
    const ours = await tip('ours', 0);
    const theirs = await tip('theirs', 1);
    project.git('checkout', '-q', 'ours');
    expect([merges, project.merge('theirs')]).toEqual([merges, true]);
    merges += 1;
    const after = state();
    for (const kind of kinds) {
      const [was, mine, yours, now, put] = [
        before.get(kind),
        ours.open.get(kind),
        theirs.open.get(kind),
        after.get(kind),
        archived(kind),
      ];
      for (const uid of new Set([...(mine?.keys() ?? []), ...(yours?.keys() ?? [])])) {
        const [old, own, other, item] = [was?.get(uid), mine?.get(uid), yours?.get(uid), now?.get(uid)];
        const isGone = old !== undefined && (own === undefined || other === undefined);
        if (!isGone) expect([merges, kind, uid, item !== undefined]).toEqual([merges, kind, uid, true]);
        if (item === undefined) {
          expect([merges, uid, put.has(uid) || removed.has(uid)]).toEqual([merges, uid, true]);
          continue;
        }
        expect(item.done).toBe(own?.done === true || other?.done === true);
        const titles = [own?.title, other?.title].filter((title) => title !== old?.title);
        expect([old?.title, own?.title, other?.title]).toContain(item.title);
        if (titles.length === 1 && titles[0] !== undefined) expect(item.title).toBe(titles[0]);
      }
      const numbers = [...(now?.values() ?? [])].map(({ number }) => number);
      if (new Set(numbers).size < numbers.length) shared += 1;
    }
    const keys = (all: ReturnType<typeof state>) =>
      kinds.map((kind) => [...(all.get(kind)?.keys() ?? [])].sort());
    if (merges % 5 === 0) {
      await mendFiles({ root: project.root });
      expect(fileFaults({ root: project.root })).toEqual([]);
      for (const [kind, items] of state()) {
        const numbers = [...items.values()].map(({ number }) => number);
        expect(new Set(numbers).size).toBe(numbers.length);
        for (const uid of keys(after)[kinds.indexOf(kind)] ?? [])
          expect([uid, items.has(uid) || archived(kind).has(uid)]).toEqual([uid, true]);
      }
      project.git('commit', '-qam', 'mended', '--allow-empty');
    }
    project.git('branch', '-qf', 'main', 'HEAD');
  }
  // Otherwise the branches did not do what this is about.
  expect(shared).toBeGreaterThan(10);
});

it('a clone without the driver gets marks, which every command refuses and doctor --fix merges', async () => {
  const project = await repository();
  await project.data('task', 'add', 'before');
  project.git('add', '.');
  project.git('commit', '-qm', 'before');
  project.git('config', '--remove-section', 'merge.ctx-memory');
  project.git('checkout', '-qb', 'theirs');
  await project.data('task', 'add', 'theirs');
  await project.data('task', 'archive', '1');
  project.git('add', '.');
  project.git('commit', '-qm', 'theirs');
  project.git('checkout', '-q', 'main');
  await project.data('task', 'add', 'ours');
  project.git('commit', '-qam', 'ours');
  expect(project.merge('theirs')).toBe(false);
  const marked = project.read('TASKS.md');
  const line = marked.slice(0, marked.indexOf('<<<<<<<')).split('\n').length;
  for (const words of [
    ['task', 'list'],
    ['task', 'add', 'x'],
    ['task', 'done', '2'],
  ]) {
    const refused = await project.error(...words);
    expect(refused).toMatchObject({
      code: 'memory_file_malformed',
      message: expect.stringContaining(`.context/TASKS.md cannot be changed safely: line ${line} `),
      hint: expect.stringContaining('ctx doctor --fix'),
    });
  }
  expect(project.read('TASKS.md')).toBe(marked);
  expect(await project.error('doctor')).toMatchObject({ code: 'unhealthy' });
  await project.data('doctor', '--fix', '--exit-zero');
  const { items } = await project.data('task', 'list');
  expect(items).toMatchObject([
    { title: 'ours', id: '3' },
    { title: 'theirs', id: '2' },
  ]);
  expect(project.read('archive', 'TASKS.md')).toContain('before');
  project.git('add', '.');
  project.git('commit', '-qm', 'merged');
  expect(project.git('config', '--get', 'merge.ctx-memory.driver')).toContain('merge-driver %O %A %B %P');
});

it('an item that both branches reword is left between marks, and nothing else is', async () => {
  const project = await repository();
  await project.data('task', 'add', 'a task');
  project.git('commit', '-qam', 'before');
  const reword = (words: string) =>
    project.write('TASKS.md', project.read('TASKS.md').replace('a task', words));
  project.git('checkout', '-qb', 'theirs');
  reword('their task');
  await project.data('task', 'add', 'new there');
  project.git('commit', '-qam', 'theirs');
  project.git('checkout', '-q', 'main');
  reword('our task');
  await project.data('task', 'add', 'new here');
  project.git('commit', '-qam', 'ours');
  expect(project.merge('theirs')).toBe(false);
  const text = project.read('TASKS.md');
  expect(text).toMatch(
    /<<<<<<< ours\n- \[ \] our task .*\n=======\n- \[ \] their task .*\n>>>>>>> theirs\n- \[ \] new here .*\n- \[ \] new there .*\n$/,
  );
  expect(await project.error('doctor', '--fix')).toMatchObject({
    details: {
      checks: expect.arrayContaining([
        expect.objectContaining({
          name: 'files',
          state: 'error',
          says: expect.stringContaining('both branches changed one item in different ways'),
          fix: expect.stringContaining('git add'),
        }),
      ]),
    },
  });
  expect(project.read('TASKS.md')).toBe(text);
});

it('marks of a conflict that an item only quotes are left alone', async () => {
  const project = await repository();
  await project.data('learning', 'add', 'What git leaves');
  const quoted = '\n```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n```\n';
  writeFileSync(project.path('LEARNINGS.md'), `${project.read('LEARNINGS.md')}${quoted}`);
  const text = project.read('LEARNINGS.md');
  expect(fileFaults({ root: project.root })).toEqual([]);
  await mendFiles({ root: project.root });
  expect(project.read('LEARNINGS.md')).toBe(text);
  expect(await project.data('learning', 'list')).toMatchObject({ items: [{ title: 'What git leaves' }] });
});

it('a driver whose program is gone, or a version that cannot be read, leaves it to git', async () => {
  const project = await repository();
  const driver = project.git('config', '--get', 'merge.ctx-memory.driver').trim();
  const conflict = async (name: string) => {
    project.git('checkout', '-qb', `${name}-theirs`, 'main');
    await project.data('task', 'add', 'theirs');
    project.git('commit', '-qam', 'theirs');
    project.git('checkout', '-qB', name, 'main');
    await project.data('task', 'add', 'ours');
  };
  await conflict('gone');
  project.git('commit', '-qam', 'ours');
  project.git('config', 'merge.ctx-memory.driver', driver.replace('ctx.cjs', 'gone.cjs'));
  expect(project.merge('gone-theirs')).toBe(false);
  expect(project.read('TASKS.md')).toMatch(
    /<<<<<<< ours\n.* ours .*\n=======\n.* theirs .*\n>>>>>>> theirs\n$/,
  );
  project.git('merge', '--abort');
  project.git('config', 'merge.ctx-memory.driver', driver);
  await conflict('torn');
  writeFileSync(project.path('TASKS.md'), `${project.read('TASKS.md')}\`\`\`\nnever closed\n`);
  project.git('commit', '-qam', 'ours');
  expect(project.merge('torn-theirs')).toBe(false);
  expect(project.read('TASKS.md')).toContain('>>>>>>> theirs');
  expect(await project.error('task', 'list')).toMatchObject({ code: 'memory_file_malformed' });
});

it('init adds to attributes that are there, leaves what somebody chose, and is set up once', async () => {
  const project = await repository();
  const mine = '*.md text\nTASKS.md merge=union';
  writeFileSync(project.path('.gitattributes'), mine);
  const { stdout } = await project.text('init');
  expect(stdout).toContain('.context/.gitattributes, what it lacked');
  const text = readFileSync(join(project.root, '.context/.gitattributes'), 'utf8');
  expect(text.startsWith(`${mine}\n`)).toBe(true);
  expect(text.match(/^TASKS\.md/gm)).toHaveLength(1);
  expect(text).toContain('scratchpad.age binary\n');
  expect(await project.data('init')).toMatchObject({ changed: [], merge_driver: 'kept' });
  expect(project.read('.gitattributes')).toBe(text);
  const plain = await memoryProject({ init: false });
  expect(await plain.data('init')).toMatchObject({ merge_driver: 'none' });
});
