import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../../../test/git.js';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx handover write', () => {
  it('writes a file with the branch and what is said', async () => {
    const project = await memoryProject();
    git(project.root, 'init', '-q', '-b', 'feature/x');
    const answer = await project.data(
      'handover',
      'write',
      'All',
      'is well.',
      '--done',
      'a',
      '--next',
      'b\nc',
      '--next',
      'd',
      '--blocked',
      'e',
    );
    expect(answer).toEqual({ file: '.context/handovers/20261115T200002000Z.md', branch: 'feature/x' });
    expect(project.read('handovers', '20261115T200002000Z.md')).toBe(
      '# Handover, 2026-11-15 20:00 UTC\n\nBranch: feature/x\n\nAll is well.\n\n## Done\n\n- a\n\n## Next\n\n- b\n  c\n- d\n\n## Blocked\n\n- e\n',
    );
  });

  it('is the newest one of a moment in which several were written', async () => {
    const project = await memoryProject();
    for (let i = 1; i <= 11; i++) {
      await project.data('handover', 'write', `number ${i} of them`);
      project.clock.advance(-1000);
    }
    expect((await project.text('brief')).stdout).toContain('number 11 of them');
  });

  it('never replaces one of the same moment', async () => {
    const project = await memoryProject();
    await project.data('handover', 'write', 'one');
    project.clock.advance(-1000);
    expect((await project.text('handover', 'write', 'two')).stdout).toBe(
      'Written: .context/handovers/20261115T200002000Z-2.md\n',
    );
    expect(project.read('handovers', '20261115T200002000Z.md')).toContain('one');
  });

  it('reads the branch of a worktree, of a detached head and of neither', async () => {
    const project = await memoryProject();
    expect(await project.data('handover', 'write', 'x')).toMatchObject({ branch: null });
    mkdirSync(join(project.root, 'git'));
    writeFileSync(join(project.root, '.git'), 'gitdir: git\n');
    expect(await project.data('handover', 'write', 'x')).toMatchObject({ branch: null });
    writeFileSync(join(project.root, 'git', 'HEAD'), '0123456789abcdef0123\n');
    expect(await project.data('handover', 'write', 'x')).toMatchObject({ branch: '0123456789ab' });
    writeFileSync(join(project.root, '.git'), 'nonsense\n');
    expect(await project.data('handover', 'write', 'x')).toMatchObject({ branch: null });
  });

  it('refuses to say nothing, and a folder that is a file', async () => {
    const project = await memoryProject();
    expect(await project.error('handover', 'write')).toMatchObject({ code: 'text_missing' });
    expect(await project.error('handover', 'write', '--next', '')).toMatchObject({ code: 'text_missing' });
    project.write('handovers', 'a file');
    expect(await project.error('handover', 'write', 'x')).toMatchObject({ code: 'file_unwritable' });
  });
});
