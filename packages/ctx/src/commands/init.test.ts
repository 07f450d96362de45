import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../../test/git.js';
import { runCtx } from '../../test/in-process.js';
import { memoryProject } from '../../test/memory-project.js';

const made = [
  '.context/',
  '.context/.gitignore',
  '.context/.gitattributes',
  '.context/config.yaml',
  '.context/TASKS.md',
  '.context/DECISIONS.md',
  '.context/LEARNINGS.md',
  '.context/CONVENTIONS.md',
];

describe('ctx init', () => {
  it('makes the memory of a project and says what to do next', async () => {
    const project = await memoryProject({ init: false });
    const { stdout, exitCode } = await project.text('init');
    expect(exitCode).toBe(0);
    for (const path of made) {
      expect(stdout).toContain(path);
      expect(existsSync(join(project.root, path))).toBe(true);
    }
    expect(stdout).toContain('ctx brief');
  });

  it('never changes what is there, however often it is run', async () => {
    const project = await memoryProject({ init: false });
    mkdirSync(project.path());
    project.write('TASKS.md', 'mine\r\n');
    expect(await project.data('init')).toMatchObject({
      created: made.filter((path) => !/TASKS|context\/$/.test(path)),
    });
    project.write('config.yaml', '# also mine');
    expect(await project.data('init')).toMatchObject({ created: [], kept: made });
    expect(project.read('TASKS.md')).toBe('mine\r\n');
    expect(project.read('config.yaml')).toBe('# also mine');
    expect((await project.text('init')).stdout).toContain('already has a memory');
  });

  it('goes to the root of the git repository, and from inside a memory’s project to that', async () => {
    const project = await memoryProject({ init: false });
    git(project.root, 'init', '-q');
    const deep = join(project.root, 'a', 'b');
    mkdirSync(deep, { recursive: true });
    await runCtx(['init'], { cwd: deep, env: project.env });
    expect(existsSync(project.path('TASKS.md'))).toBe(true);
  });

  it('never goes above the home folder', async () => {
    const project = await memoryProject({ init: false });
    mkdirSync(join(project.home, '..', '.git'));
    await runCtx(['init'], { cwd: project.root, env: project.env });
    expect(existsSync(project.path('TASKS.md'))).toBe(true);
  });

  it('keeps what is private out of git', async () => {
    const project = await memoryProject();
    git(project.root, 'init', '-q');
    await project.data('pad', 'add', 'one');
    await project.data('pad', 'edit', '1', 'two');
    await project.data('remind', 'later');
    await project.data('pad', 'decrypt');
    mkdirSync(project.path('sessions'));
    project.write('sessions/x.jsonl', '');
    project.write('TASKS.md.lock', '');
    const names = git(project.root, 'status', '--porcelain', '-uall')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.slice(3));
    expect(names).toEqual([...made.slice(1)].sort());
  });

  it('refuses a .context that leads out of the project, and one that is a file', async () => {
    const project = await memoryProject({ init: false });
    symlinkSync(project.home, project.path());
    expect(await project.error('init')).toMatchObject({ code: 'path_outside' });
    const other = await memoryProject({ init: false });
    writeFileSync(other.path(), 'a file');
    expect(await other.error('init')).toMatchObject({ code: 'file_unwritable' });
    expect(readFileSync(other.path(), 'utf8')).toBe('a file');
  });

  it('works on a path with spaces, Unicode and names of 255 bytes', async () => {
    const name = `ü ${'x'.repeat(252)}`;
    const project = await memoryProject({ name });
    await project.data('pad', 'add', 'here too');
    expect(await project.data('pad')).toMatchObject({ entries: [{ text: 'here too' }] });
    await project.data('task', 'add', 'here too');
    expect(project.read('TASKS.md')).toContain('here too');
  });
});
