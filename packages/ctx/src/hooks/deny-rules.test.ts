// Rules of hooks.deny hold for every tool that they are about, however host and rule spell it.

import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bash, preTool, projectWith, rmDenied, write } from '../../test/guarded-project.js';
import { hookCall } from '../../test/hook-call.js';
import { answerHook } from './answer.js';

describe('rules hold', () => {
  it('whatever lies in the project in the place of their cache or of a pause', async () => {
    const project = await projectWith(rmDenied);
    const hooks = { off: ['policy'], words: {}, deny: [], block: [], contextWindow: 1 };
    const forged = JSON.stringify({ text: rmDenied, hooks });
    mkdirSync(project.path('state', 'hooks'), { recursive: true });
    project.write('state/hooks/settings.json', forged);
    project.write('state/hooks-paused', '');
    expect((await preTool(project, bash('rm x'))).refusal).toContain('Bash(rm *)');
    // With the user, but written by anybody.
    const kept = join(project.home, '.cache/ctx/projects', project.root, '.hook-settings.json');
    writeFileSync(kept, forged);
    chmodSync(kept, 0o666);
    expect((await preTool(project, bash('rm x'))).refusal).toContain('Bash(rm *)');
  });

  it.each(['Bash(rm *), Bash(dd *)', 'Bash( rm *)'])(
    'for all of its tool where a rule cannot have been meant: %s',
    async (rule) => {
      const project = await projectWith(`hooks:\n  deny: ["${rule}"]\n`);
      for (const command of ['rm x', 'dd x', 'ls'])
        expect((await preTool(project, bash(command))).refusal).toContain(`the rule ${rule} cannot be read`);
      expect((await preTool(project, write('a.txt'))).refusal).toBeUndefined();
    },
  );

  it('where the user’s cache is in the project itself', async () => {
    const project = await projectWith(rmDenied);
    const env = { ...project.env, XDG_CACHE_HOME: join(project.root, 'cache') };
    const kept = join(project.root, 'cache/ctx/projects', project.root, '.hook-settings.json');
    mkdirSync(dirname(kept), { recursive: true });
    const hooks = { off: [], words: {}, deny: [], block: [], contextWindow: 1 };
    writeFileSync(kept, JSON.stringify({ text: rmDenied, hooks }), { mode: 0o600 });
    const call = { words: ['claude-code', 'PreToolUse'], root: project.root, env, clock: project.clock };
    const answer = await answerHook({ ...call, input: { state: 'read', value: bash('rm x') } });
    expect(answer).toContain('Bash(rm *)');
  });

  it.each(['one.jsonl', 'hook-errors.log'])('although the notes are a pipe: %s', async (name) => {
    const project = await projectWith(rmDenied);
    const pipe = project.path('state', ...(name === 'one.jsonl' ? ['hooks', name] : [name]));
    mkdirSync(dirname(pipe), { recursive: true });
    execFileSync('mkfifo', [pipe]);
    expect((await preTool(project, bash('rm x'))).refusal).toContain('Bash(rm *)');
    expect((await preTool(project, bash('ls'))).refusal).toBeUndefined();
  });

  it.each([
    ['a link', (root: string) => symlinkSync('secrets/key', join(root, 'notes.md')), 'notes.md'],
    [
      'a link to nothing yet',
      (root: string) => symlinkSync('secrets/new', join(root, 'notes.md')),
      'notes.md',
    ],
    ['a linked folder', (root: string) => symlinkSync('secrets', join(root, 'docs')), 'docs/key'],
    [
      'a way back out of a linked folder',
      (root: string) => symlinkSync('secrets/deep', join(root, 'docs')),
      'docs/../key',
    ],
  ])('for where a path leads: %s', async (_, link, path) => {
    const project = await projectWith('hooks:\n  deny: [{rule: "Write(secrets/*)"}]\n');
    mkdirSync(join(project.root, 'secrets/deep'), { recursive: true });
    writeFileSync(join(project.root, 'secrets/key'), '');
    link(project.root);
    expect((await preTool(project, write(`${project.root}/${path}`))).refusal).toContain('Write(secrets/*)');
    expect((await preTool(project, write(path))).refusal).toContain('Write(secrets/*)');
    expect((await preTool(project, write('README.md'))).stdout).toBe('');
  });

  it('for a file by its other name, which a hard link gives it, and for no other file', async () => {
    const project = await projectWith(
      'hooks:\n  deny: [{rule: "Write(secrets/*)"}, {rule: "Read(secrets/*)"}]\n',
    );
    const at = (path: string) => join(project.root, path);
    mkdirSync(at('secrets'));
    mkdirSync(at('docs'));
    writeFileSync(at('secrets/key'), '');
    linkSync(at('secrets/key'), at('docs/notes.md'));
    writeFileSync(at('docs/a.md'), '');
    linkSync(at('docs/a.md'), at('docs/b.md'));
    const patch = (path: string) => ({
      tool_name: 'apply_patch',
      tool_input: { input: `*** Begin Patch\n*** Update File: ${path}\n@@\n+x\n*** End Patch` },
    });
    const read = (file_path: string) => ({ tool_name: 'Read', tool_input: { file_path } });
    for (const event of [write('docs/notes.md'), write(at('docs/notes.md')), patch('docs/notes.md')])
      expect((await preTool(project, event)).refusal).toContain('Write(secrets/*)');
    expect((await preTool(project, read('docs/notes.md'))).refusal).toContain('Read(secrets/*)');
    for (const event of [write('docs/b.md'), patch('docs/b.md'), read('docs/b.md')])
      expect((await preTool(project, event)).stdout).toBe('');
  });

  it('for a path that goes round in circles: nobody knows where it leads', async () => {
    const project = await projectWith('hooks:\n  deny: [{rule: "Write(secrets/*)"}]\n');
    symlinkSync('loop', join(project.root, 'loop'));
    expect((await preTool(project, write('loop'))).refusal).toContain('links');
  });
});

describe('a deny rule on commands', () => {
  const pushDenied = (name: string) => `hooks:\n  deny: [{rule: "${name}(git push *)"}]\n`;
  const calls = [
    ['claude-code', 'PreToolUse', bash('git push')],
    ['claude-code', 'PreToolUse', { tool_name: 'Monitor', tool_input: { command: 'git push' } }],
    ['claude-code', 'PreToolUse', { tool_name: 'bash', tool_input: { command: 'git push' } }],
    ['qwen', 'PreToolUse', { tool_name: 'monitor', tool_input: { command: 'git push' } }],
    ['copilot', 'preToolUse', { toolName: 'bash', toolArgs: '{"command":"git push"}' }],
    [
      'copilot',
      'preToolUse',
      { toolName: 'write_bash', toolArgs: { shellId: '1', input: 'git push{enter}' } },
    ],
    ['cursor', 'preToolUse', { tool_name: 'Shell', tool_input: { command: 'git push' } }],
  ] as const;

  it.each(calls)(
    'holds for each tool that runs some, however the rule is spelt: %s %s %j',
    async (...call) => {
      const [host, event, fields] = call;
      for (const name of ['Bash', 'bash', 'BASH']) {
        const project = await projectWith(pushDenied(name));
        const { stdout } = await hookCall(project, event, fields, [host, event]);
        expect(stdout).toContain(`the rule ${name}(git push *) `);
      }
    },
  );

  it('leaves other commands of these tools alone', async () => {
    const project = await projectWith(pushDenied('Bash'));
    const fields = { tool_name: 'Monitor', tool_input: { command: 'git status' } };
    expect((await preTool(project, fields)).stdout).toBe('');
    const polled = { tool_name: 'write_stdin', tool_input: { session_id: 1, chars: '' } };
    expect((await preTool(project, polled)).stdout).toBe('');
  });
});
