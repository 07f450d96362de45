import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { logOf, typesIn } from '../../test/captured-log.js';
import { hookCall } from '../../test/hook-call.js';
import { type MemoryProject, memoryProject } from '../../test/memory-project.js';
import { foreignSessionsFolder } from '../session/foreign-sessions.js';

const ls = { tool_name: 'Bash', tool_input: { command: 'ls' } };

describe('whether a session is captured', () => {
  const config = (project: MemoryProject, text: string) => {
    mkdirSync(join(project.home, '.config/ctx'), { recursive: true });
    writeFileSync(join(project.home, '.config/ctx/config.yaml'), text);
  };

  it.each<[string, string | undefined, string, boolean]>([
    ['by default', undefined, '', true],
    ['not where the user says no', 'capture: false\n', '', false],
    ['not where the project says no and the user nothing', undefined, 'capture: false\n', false],
    ['where the project says no and the user yes', 'capture: true\n', 'capture: false\n', true],
    ['where the user’s config has other keys too', 'run:\n  model: openai/x\ncapture: "all"\n', '', true],
  ])('%s', async (_, users, projects, isCaptured) => {
    const project = await memoryProject();
    if (users !== undefined) config(project, users);
    project.write('config.yaml', projects);
    const { message } = await hookCall(project, 'UserPromptSubmit', { prompt: 'x' });
    expect(existsSync(logOf(project))).toBe(isCaptured);
    const isToldSo = projects !== '' && users === undefined;
    expect(message?.includes('capture: false') ?? false).toBe(isToldSo);
  });

  it('in a project without a memory only where the user wants all of them', async () => {
    const project = await memoryProject({ init: false });
    await hookCall(project, 'UserPromptSubmit', { prompt: 'x' });
    config(project, 'capture: true\n');
    await hookCall(project, 'UserPromptSubmit', { prompt: 'x' });
    expect(existsSync(logOf(project))).toBe(false);
    config(project, 'capture: all\n');
    await hookCall(project, 'UserPromptSubmit', { prompt: 'x' });
    expect(typesIn(logOf(project))).toEqual(['session.opened', 'run.opened', 'turn.opened']);
  });
});

it('says once that it could not capture, writes it down, and denies what it denies all the same', async () => {
  const project = await memoryProject();
  project.write('config.yaml', 'hooks:\n  deny: [{ rule: "Bash(ls)", because: not here }]\n');
  const folder = foreignSessionsFolder(project.root, project.env) ?? '';
  mkdirSync(join(folder, '..'), { recursive: true });
  writeFileSync(folder, 'a file in the place of the folder');
  const first = await hookCall(project, 'PreToolUse', ls);
  expect(first.refusal).toContain('not here');
  expect(first.message).toContain('could not be captured');
  const second = await hookCall(project, 'PreToolUse', ls);
  expect(second.refusal).toContain('not here');
  expect(second.message ?? '').not.toContain('could not be captured');
  expect(project.read('state/hook-errors.log')).toContain('"check":"capture"');
});
