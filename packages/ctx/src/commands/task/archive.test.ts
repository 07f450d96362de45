import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx task archive', () => {
  it('moves what is done, with its details, and leaves the rest byte for byte', async () => {
    const project = await memoryProject();
    project.write('TASKS.md', '# T\n\n- [x] done\n  with details\n\n<!-- kept -->\n- [ ] open\n- [x] fix\n');
    expect((await project.text('task', 'archive')).stdout).toMatch(
      /^Put away h\w+, h\w+ in \.context\/archive\/TASKS\.md\.\n$/,
    );
    expect(project.read('TASKS.md')).toBe('# T\n\n\n<!-- kept -->\n- [ ] open\n');
    expect(project.read('archive', 'TASKS.md')).toBe(
      '# Tasks, archived\n\n- [x] done\n  with details\n\n- [x] fix\n',
    );
    expect((await project.text('task', 'archive')).stdout).toBe('There was nothing to put away.\n');
  });

  it('moves tens of thousands of tasks from between others that stay', async () => {
    const project = await memoryProject();
    const count = 40_000;
    const line = (i: number) =>
      `- [${i % 2 === 0 ? 'x' : ' '}] task number ${i} <!-- ctx ${i} 2026-11-15T10:00:00.000Z -->\n`;
    project.write('TASKS.md', Array.from({ length: count }, (_, i) => line(i + 1)).join(''));
    const { archived } = await project.data('task', 'archive');
    expect(archived).toHaveLength(count / 2);
    expect(project.read('TASKS.md').match(/^- \[ \] /gm)).toHaveLength(count / 2);
    expect(project.read('archive', 'TASKS.md').match(/^- \[x\] /gm)).toHaveLength(count / 2);
  });

  it('loses no task whose text is part of another one’s, or the same as an older one', async () => {
    const project = await memoryProject();
    project.write('TASKS.md', '- [x] fix tests\n');
    await project.data('task', 'archive');
    project.write('TASKS.md', '- [x] fix\n- [x] fix tests\n');
    await project.data('task', 'archive');
    expect(project.read('archive', 'TASKS.md').match(/^- \[x\] .*$/gm)).toEqual([
      '- [x] fix tests',
      '- [x] fix',
      '- [x] fix tests',
    ]);
  });

  it('puts nothing there twice that a killed call had put there', async () => {
    const project = await memoryProject();
    await project.data('task', 'add', 'x');
    const before = project.read('TASKS.md');
    await project.data('task', 'archive', '1');
    project.write('TASKS.md', before);
    await project.data('task', 'archive', '1');
    expect(project.read('archive', 'TASKS.md').match(/ctx 1 /g)).toHaveLength(1);
    expect(project.read('TASKS.md')).not.toContain('ctx 1 ');
  });

  it('never gives the number of an archived task out again', async () => {
    const project = await memoryProject();
    await project.data('task', 'add', 'x');
    expect(await project.data('task', 'archive', '1')).toMatchObject({ archived: ['1'] });
    expect(await project.data('task', 'add', 'y')).toMatchObject({ id: '2' });
  });

  it('knows no id that is not there, and touches no broken archive', async () => {
    const project = await memoryProject();
    expect(await project.error('task', 'archive', '3')).toMatchObject({ code: 'item_unknown' });
    await project.data('task', 'add', 'x');
    await project.data('task', 'archive', '1');
    project.write('archive/TASKS.md', '```\n');
    await expect(project.error('task', 'add', 'y')).resolves.toMatchObject({ code: 'memory_file_malformed' });
    expect(project.read('archive', 'TASKS.md')).toBe('```\n');
  });
});
