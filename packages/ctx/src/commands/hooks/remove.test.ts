import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookCall } from '../../../test/hook-call.js';
import { type MemoryProject, memoryProject } from '../../../test/memory-project.js';

const install = ['init', '--hooks', '--host', 'claude-code'];
const remove = ['hooks', 'remove', '--host', 'claude-code'];
const settingsOf = ({ home }: MemoryProject) => join(home, '.claude/settings.json');

async function projectWith(settings?: string): Promise<MemoryProject> {
  const project = await memoryProject({ init: false });
  if (settings === undefined) return project;
  mkdirSync(join(project.home, '.claude'));
  writeFileSync(settingsOf(project), settings);
  return project;
}

describe('a dry run', () => {
  it('of the installation shows the memory and the settings that would be, and makes none', async () => {
    const project = await projectWith('{"model": "x"}\n');
    const { stdout } = await project.text(...install, '--dry-run');
    expect(stdout).toContain('Nothing was changed.');
    expect(stdout).toContain('+ .context/TASKS.md');
    expect(stdout).toMatch(/^\+ .*hook\.cjs claude-code UserPromptSubmit --ctx-layout 3/m);
    expect(existsSync(project.path())).toBe(false);
    expect(readFileSync(settingsOf(project), 'utf8')).toBe('{"model": "x"}\n');
    await project.data(...install);
    const again = await project.text(...install, '--dry-run');
    expect(again.stdout).not.toContain('.context/TASKS.md');
    expect(again.stdout).toContain('Nothing would change.');
  });

  it('of the removal says whether a file would be changed or deleted, and does neither', async () => {
    const own = await projectWith();
    await own.data(...install);
    expect((await own.text(...remove, '--dry-run')).stdout).toContain(`Would delete ${settingsOf(own)}`);
    expect(existsSync(settingsOf(own))).toBe(true);
    const shared = await projectWith('{"model": "x"}\n');
    await shared.data(...install);
    const before = readFileSync(settingsOf(shared), 'utf8');
    expect((await shared.text(...remove, '--dry-run')).stdout).toContain(
      `Would change ${settingsOf(shared)}`,
    );
    expect(readFileSync(settingsOf(shared), 'utf8')).toBe(before);
  });
});

it('gives back what was there, and says what it did', async () => {
  const shared = await projectWith('\ufeff{\r\n\t"model": "x"\r\n}\r\n');
  await shared.data(...install);
  expect((await shared.text(...remove)).stdout).toContain(`Changed ${settingsOf(shared)}`);
  expect(readFileSync(settingsOf(shared), 'utf8')).toBe('\ufeff{\r\n\t"model": "x"\r\n}\r\n');
  expect((await shared.text(...remove)).stdout).toContain('There are no hooks of ctx to remove.');
  const own = await projectWith();
  await own.data(...install);
  expect((await own.text(...remove)).stdout).toContain(`Deleted ${settingsOf(own)}`);
  expect(existsSync(join(own.home, '.claude'))).toBe(false);
});

it('forgets which projects were guarded once the hooks of every host are gone, and not before', async () => {
  const project = await projectWith();
  await project.data(...install);
  const state = join(project.home, '.local/state/ctx');
  const ls = { tool_name: 'Bash', tool_input: { command: 'ls' } };
  await hookCall(project, 'PreToolUse', ls);
  const guard = join(state, 'projects', project.root, '.hooks-guard');
  expect(existsSync(guard)).toBe(true);
  await project.data('hooks', 'remove', '--dry-run');
  await project.data(...remove);
  expect(existsSync(guard)).toBe(true);
  await project.data('hooks', 'remove');
  expect(existsSync(guard)).toBe(false);
});
