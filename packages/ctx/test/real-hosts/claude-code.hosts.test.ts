// Claude Code itself, against a scripted model on loopback: what ctx says reaches the model and the person.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { claudeCodeProject, showsAtTerminal } from './claude-code-project.js';
import { type HostProject, hostProject } from './host-project.js';
import { type HostPrograms, hostPrograms } from './hosts-on-disk.js';
import { scriptedModelServer } from './scripted-model-server.js';

const prompt = 'Please say hello to the tortoise';
const reminder = 'feed the tortoise before noon';
const allowed = { name: 'Bash', input: { command: 'touch allowed.txt', description: 'an allowed file' } };
const denied = { name: 'Bash', input: { command: 'touch denied.txt', description: 'a denied file' } };

let programs: HostPrograms;
beforeAll(async () => {
  programs = await hostPrograms();
}, 300_000);

async function claudeProject(url: string): Promise<HostProject> {
  const project = await claudeCodeProject(url);
  await project.ctx('remind', reminder);
  expect(await project.ctx('init', '--hooks', '--host', 'claude-code')).toMatchObject({ exitCode: 0 });
  return project;
}

describe('Claude Code with the hooks of ctx', () => {
  it('tells the model, starts one process an event, and does not run what the project denies', async () => {
    const server = await scriptedModelServer(prompt, [denied, allowed], 'It is fed.');
    const project = await claudeProject(server.url);
    writeFileSync(
      join(project.root, '.context/config.yaml'),
      'hooks:\n  deny:\n    - rule: "Bash(touch denied*)"\n      because: tortoises do not like denied files\n',
    );
    const words = ['-p', prompt, '--output-format', 'stream-json', '--verbose', '--allowedTools', 'Bash'];
    const { stdout, stderr, exitCode } = await project.run(programs.claude, words);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('It is fed.');

    const [first = '', second = '', third = ''] = server.requests();
    expect(first).toContain(reminder);
    expect(second).toContain('tortoises do not like denied files');
    expect(third).not.toBe('');
    expect([project.has('denied.txt'), project.has('allowed.txt')]).toEqual([false, true]);

    expect(project.hooksStarted()).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      'PreToolUse',
      'PreToolUse',
      'PostToolUse',
      'Stop',
      'SessionEnd',
    ]);
    expect(project.has('.context/state/hook-errors.log')).toBe(false);
    const index = readFileSync(join(project.root, '.context/state/transcripts.jsonl'), 'utf8');
    expect(JSON.parse(index)).toMatchObject({ host: 'claude-code', prompts: [prompt] });
    const found = await project.ctx('search', 'tortoise', 'hello');
    expect(found.stdout).toContain('claude-code');
  });

  it('shows it to the person at the terminal', async () => {
    const server = await scriptedModelServer(prompt, [], 'It is fed.');
    const project = await claudeProject(server.url);
    const said = `UserPromptSubmit says: ctx: reminders are due (1): ${reminder}`;
    await showsAtTerminal(project, programs, prompt, said);
  });

  it('says nothing in a project that has no memory', async () => {
    const server = await scriptedModelServer(prompt, [], 'It is fed.');
    const project = await claudeProject(server.url);
    const other = await hostProject();
    Object.assign(other.env, project.env, { HOME: project.home });
    rmSync(join(other.root, '.context'), { recursive: true });
    await other.run(programs.claude, ['-p', prompt]);
    expect(server.requests()).toHaveLength(1);
    expect(server.requests()[0]).not.toContain('kept by ctx');
    expect(readdirSync(other.root)).toEqual([]);
  });
});
