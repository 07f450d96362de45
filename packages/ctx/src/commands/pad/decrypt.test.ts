import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx pad decrypt', () => {
  it('turns the pad into Markdown that can be edited by hand', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'mine');
    const { stdout } = await project.text('pad', 'decrypt');
    expect(stdout).toContain('.context/scratchpad.md is plain text now');
    expect(existsSync(project.path('scratchpad.age'))).toBe(false);
    expect(statSync(project.path('scratchpad.md')).mode & 0o777).toBe(0o600);
    project.write('scratchpad.md', project.read('scratchpad.md').replace('> mine', '> mine, by hand'));
    expect(await project.data('pad')).toMatchObject({ entries: [{ id: 1, text: 'mine, by hand' }] });
    await project.data('pad', 'add', 'more');
    expect(readFileSync(project.path('scratchpad.md'), 'utf8')).toContain('> more');
  });

  it('of a plain pad changes nothing; without a pad it makes a plain one', async () => {
    const project = await memoryProject();
    await project.data('pad', 'decrypt');
    await project.data('pad', 'decrypt');
    expect(await project.data('pad', 'undo', '--list')).toMatchObject({ snapshots: [] });
    expect(await project.data('pad')).toMatchObject({ form: 'plain', entries: [] });
  });
});
