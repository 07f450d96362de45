// An agent cannot switch its guards off by taking the project's memory away: that hooks guard it is remembered with the user.

import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookCall } from '../../test/hook-call.js';
import { type MemoryProject, memoryProject } from '../../test/memory-project.js';

const ls = { tool_name: 'Bash', tool_input: { command: 'ls' } };
const rules = 'hooks:\n  deny: [{rule: "Bash(git push *)"}]\n';

/** A project whose hooks have answered once. */
async function guarded(config = rules): Promise<MemoryProject> {
  const project = await memoryProject();
  project.write('config.yaml', config);
  expect((await hookCall(project, 'PreToolUse', ls)).stdout).toBe('');
  return project;
}

describe('a guarded project', () => {
  it.each([
    ['was removed', (project: MemoryProject) => rmSync(project.path(), { recursive: true })],
    ['was moved away', (project: MemoryProject) => renameSync(project.path(), join(project.root, 'x'))],
    [
      'holds nothing that ctx init made',
      (project: MemoryProject) => {
        for (const name of ['config.yaml', 'TASKS.md']) rmSync(project.path(name));
      },
    ],
    ['went with its folder', (project: MemoryProject) => rmSync(project.root, { recursive: true })],
  ])('denies every tool when its memory %s, and says what to do', async (_, takeAway) => {
    const project = await guarded();
    takeAway(project);
    const { refusal, message } = await hookCall(project, 'PreToolUse', ls);
    expect(refusal).toContain(`${project.root}/.context is not there any more`);
    expect(refusal).toContain('ctx hooks pause');
    expect(message).toContain('ctx init');
    expect((await hookCall(project, 'UserPromptSubmit')).stdout).toBe('');
  });

  it.each(['/dev', '/', '/proc/self'])('stays guarded while its agent works in %s', async (cwd) => {
    const project = await guarded();
    const push = { tool_name: 'Bash', tool_input: { command: 'git push' }, cwd };
    expect((await hookCall(project, 'PreToolUse', push)).refusal).toContain('Bash(git push *)');
    rmSync(project.path(), { recursive: true });
    expect((await hookCall(project, 'PreToolUse', push)).refusal).toContain('not there any more');
  });

  it('denies every tool when a config with rules was taken away, and not when it had none', async () => {
    const ruled = await guarded();
    rmSync(ruled.path('config.yaml'));
    expect((await hookCall(ruled, 'PreToolUse', ls)).refusal).toContain('config.yaml');
    const plain = await guarded('# nothing\n');
    rmSync(plain.path('config.yaml'));
    expect((await hookCall(plain, 'PreToolUse', ls)).stdout).toBe('');
  });

  it('lets a person pause it, and works again when its memory is back', async () => {
    const project = await guarded();
    renameSync(project.path(), join(project.root, 'away'));
    expect(await project.data('hooks', 'pause')).toMatchObject({ root: project.root, changed: true });
    expect((await hookCall(project, 'PreToolUse', ls)).stdout).toBe('');
    await project.data('hooks', 'resume');
    expect((await hookCall(project, 'PreToolUse', ls)).refusal).toContain('not there any more');
    renameSync(join(project.root, 'away'), project.path());
    expect((await hookCall(project, 'PreToolUse', ls)).stdout).toBe('');
  });

  it('keeps its rules in a folder that becomes a project of its own, also by way of a link', async () => {
    const project = await guarded();
    mkdirSync(join(project.root, 'sub/.git'), { recursive: true });
    const away = join(dirname(project.root), 'link');
    symlinkSync(join(project.root, 'sub'), away);
    const push = { tool_name: 'Bash', tool_input: { command: 'git push' } };
    for (const cwd of [join(project.root, 'sub'), away]) {
      expect((await hookCall(project, 'PreToolUse', { ...push, cwd })).refusal).toContain('git push');
      expect((await hookCall(project, 'PreToolUse', { ...ls, cwd })).stdout).toBe('');
    }
  });

  it.each([
    ['inside of it', (project: MemoryProject) => join(project.root, 'sub')],
    ['beside it', (project: MemoryProject) => join(dirname(project.root), 'beside')],
  ])(
    'keeps its rules where its agent makes a project with a memory %s and works there',
    async (_, placeOf) => {
      const project = await guarded();
      const cwd = placeOf(project);
      mkdirSync(join(cwd, '.context'), { recursive: true });
      writeFileSync(join(cwd, '.context/TASKS.md'), '');
      const push = { tool_name: 'Bash', tool_input: { command: 'git push' }, cwd };
      const answer = () => hookCall(project, 'PreToolUse', push, ['codex', 'PreToolUse']);
      // The first event tells ctx of the new project; from then on it is remembered, too.
      expect((await answer()).refusal).toContain('Bash(git push *)');
      expect((await answer()).refusal).toContain('Bash(git push *)');
      writeFileSync(join(cwd, '.context/config.yaml'), 'hooks:\n  deny: ["Bash(ls *)"]\n');
      const list = { tool_name: 'Bash', tool_input: { command: 'ls' }, cwd };
      expect((await hookCall(project, 'PreToolUse', list)).refusal).toContain('Bash(ls *)');
      rmSync(project.path(), { recursive: true });
      expect((await answer()).refusal).toContain(`${project.root}/.context is not there any more`);
    },
  );

  it('denies what cannot be judged by its config in a project inside of it, too', async () => {
    const project = await guarded();
    const cwd = join(project.root, 'sub');
    mkdirSync(join(cwd, '.context'), { recursive: true });
    writeFileSync(join(cwd, '.context/TASKS.md'), '');
    project.write('config.yaml', 'hooks: [');
    expect((await hookCall(project, 'PreToolUse', { ...ls, cwd })).refusal).toContain('could not judge');
  });
});

it('a project that hooks never guarded is left alone', async () => {
  const project = await memoryProject({ init: false });
  expect((await hookCall(project, 'PreToolUse', ls)).stdout).toBe('');
  expect((await project.error('hooks', 'pause')).code).toBe('context_missing');
});
