// Claude Code itself, against a scripted model on loopback: what ctx says reaches the model and the person.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, it, vi } from 'vitest';
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
  const project = await hostProject();
  Object.assign(project.env, {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'sk-nobody',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  });
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
    // What a person has answered once: theme, key and trust in this folder.
    const answered = {
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: ['sk-nobody'], rejected: [] },
      projects: { [project.root]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
    };
    writeFileSync(join(project.home, '.claude.json'), JSON.stringify(answered));
    project.env['TERM'] = 'xterm-256color';
    const line = [...programs.claude, `'${prompt}'`].join(' ');
    // A terminal is a session of its own, which has to be ended by the process that leads it.
    const leader = join(project.home, 'leader');
    const shell = `echo $$ > ${leader}; stty cols 120 rows 40; exec ${line}`;
    const child = project.start(['script'], ['-qfec', shell, '/dev/null']);
    let screen = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      screen += chunk;
    });
    await vi.waitFor(
      () =>
        expect(lettersOf(screen)).toContain(
          lettersOf(`UserPromptSubmit says: ctx: reminders are due (1): ${reminder}`),
        ),
      {
        timeout: 50_000,
        interval: 100,
      },
    );
    process.kill(-Number(readFileSync(leader, 'utf8')), 'SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
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

/** A terminal's screen without what moves its cursor, and without spaces, which a cursor may jump over. */
function lettersOf(text: string): string {
  return stripVTControlCharacters(text).replace(/\s/g, '');
}
