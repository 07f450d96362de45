import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx task list', () => {
  it('lists what is open, by hand or by ctx, and with --all what is done', async () => {
    const project = await memoryProject();
    project.write('TASKS.md', '# Tasks\n\n- [ ] by hand\n- [x] done by hand\n');
    await project.data('task', 'add', 'by ctx', '--tag', 'a', '--details', 'more');
    expect(await project.data('task', 'list')).toMatchObject({
      file: '.context/TASKS.md',
      items: [
        { title: 'by hand', at: null, tags: [], line: 3 },
        { id: '1', title: 'by ctx', tags: ['a'], body: 'more', at: '2026-11-15T20:00:02.000Z' },
      ],
    });
    expect((await project.text('task', 'list', '--all')).stdout).toMatch(
      /h\w{5} {2}✓ done by hand\n {5}1 {2}by ctx … {2}#a {2}2026-11-15\n/,
    );
    expect(await project.data('task', 'list', '--tag', 'a')).toMatchObject({ items: [{ id: '1' }] });
  });

  it('says how to add one where there is none', async () => {
    const project = await memoryProject();
    expect((await project.text('task', 'list')).stdout).toBe('No tasks. Add one: ctx task add "…"\n');
  });
});
