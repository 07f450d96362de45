import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../../test/git.js';
import { memoryProject } from '../../test/memory-project.js';

describe('ctx status', () => {
  it('says what is there, how much of it is open, how fresh and how large', async () => {
    const project = await memoryProject();
    git(project.root, 'init', '-q', '-b', 'topic');
    await project.data('task', 'add', 'a');
    await project.data('task', 'add', 'b');
    await project.data('task', 'done', '1');
    await project.data('decision', 'add', 'c');
    await project.data('remind', 'd');
    await project.data('handover', 'write', 'e');
    await project.data('pad', 'add', 'f');
    mkdirSync(project.path('sessions'));
    project.write('sessions/s.jsonl', 'x'.repeat(3000));
    project.write('sessions/other', 'y');
    const status = await project.data('status');
    expect(status).toMatchObject({ root: project.root, branch: 'topic' });
    expect(status['parts']).toMatchObject([
      { name: 'tasks', items: 2, pending: 1, problem: null },
      { name: 'decisions', items: 1, pending: null },
      { name: 'learnings', items: 0 },
      { name: 'conventions', items: 0 },
      { name: 'reminders', items: 1, pending: 1 },
      { name: 'handovers', items: 1 },
      { name: 'pad', items: 1, source: '.context/scratchpad.age' },
      { name: 'sessions', items: 1, bytes: 3000, tokens: null },
    ]);
    const { stdout } = await project.text('status');
    expect(stdout).toContain(`${project.root} on topic, at most ${status['tokens']} tokens`);
    expect(stdout).toMatch(/tasks +2 +1 open +~\d+ tokens +20\d\d-\d\d-\d\d \d\d:\d\d +\.context\/TASKS\.md/);
    expect(stdout).toMatch(/sessions +1 +3 KB/);
  });

  it('counts a session whose file leads in circles, and tells of all else', async () => {
    const project = await memoryProject();
    await project.data('task', 'add', 'a');
    mkdirSync(project.path('sessions'));
    symlinkSync('a.jsonl', project.path('sessions/a.jsonl'));
    expect((await project.data('status'))['parts']).toContainEqual(
      expect.objectContaining({ name: 'sessions', items: 1, bytes: 0, problem: null }),
    );
  });

  it('names a part that leads out of the project, and tells of the others', async () => {
    const project = await memoryProject();
    for (const name of ['TASKS.md', 'scratchpad.md', 'handovers']) {
      rmSync(project.path(name), { force: true });
      symlinkSync(project.home, project.path(name));
    }
    const { parts } = await project.data('status');
    expect(parts).toMatchObject([
      { name: 'tasks', problem: 'path_outside' },
      { name: 'decisions', problem: null },
      { name: 'learnings' },
      { name: 'conventions' },
      { name: 'reminders' },
      { name: 'handovers', problem: 'path_outside' },
      { name: 'pad', problem: 'path_outside' },
      { name: 'sessions' },
    ]);
    const { unread } = await project.data('search', 'x');
    expect(unread).toEqual([
      { source: '.context/TASKS.md', why: 'path_outside' },
      { source: '.context/handovers', why: 'path_outside' },
      { source: '.context/scratchpad', why: 'path_outside' },
    ]);
  });

  it('names what cannot be read, with the reason', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'f');
    rmSync(join(project.home, '.config'), { recursive: true });
    project.write('TASKS.md', '```\n');
    const { stdout } = await project.text('status');
    expect(stdout).toContain('.context/TASKS.md: memory_file_malformed');
    expect(stdout).toContain('.context/scratchpad: pad_key_missing');
  });
});
