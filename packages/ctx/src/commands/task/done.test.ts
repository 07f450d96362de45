import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx task done', () => {
  it('checks a box and changes no other byte', async () => {
    const project = await memoryProject();
    const text = '# T\r\n\r\n* [ ]  odd [ ] one  \r\n<!-- x -->\r\n- [ ] two\r\n  [ ] more\r\n';
    project.write('TASKS.md', text);
    const { items } = await project.data('task', 'list');
    const ids = (Array.isArray(items) ? items : []).map(({ id }) => id);
    expect(await project.data('task', 'done', ...ids)).toEqual({ done: ids, already: [] });
    expect(project.read('TASKS.md')).toBe(
      text.replace('* [ ]  odd', '* [x]  odd').replace('- [ ] two', '- [x] two'),
    );
  });

  it('notes when a task that ctx wrote was done, and does it once', async () => {
    const project = await memoryProject();
    const { uid } = await project.data('task', 'add', 'x', '--tag', 'a');
    expect((await project.text('task', 'done', '1', '1')).stdout).toBe('Done: 1.\n');
    const after = project.read('TASKS.md');
    expect(after).toContain(
      `- [x] x <!-- ctx 1 2026-11-15T20:00:02.000Z ${uid} done 2026-11-15T20:00:03.000Z #a -->`,
    );
    expect((await project.text('task', 'done', '1')).stdout).toBe('Was done already: 1.\n');
    expect(project.read('TASKS.md')).toBe(after);
  });

  it('checks none if one id is unknown, and says what lists them: another number is another task', async () => {
    const project = await memoryProject();
    await project.data('task', 'add', 'x');
    await project.data('task', 'add', 'y');
    const error = await project.error('task', 'done', '1', '7');
    expect(error).toMatchObject({
      code: 'item_unknown',
      kind: 'item_not_found',
      hint: 'Run `ctx task list` for the list.',
    });
    expect(await project.error('task', 'done', 'hello')).toMatchObject({
      hint: expect.stringContaining('ctx task list'),
    });
    expect(await project.data('task', 'list')).toMatchObject({ items: [{ id: '1' }, { id: '2' }] });
  });
});
