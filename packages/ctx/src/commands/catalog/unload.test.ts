import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFiles } from '../../../test/folder.js';
import { installable } from '../../../test/installable.js';

const claudeSession = (cwd: string, calls: readonly object[], prompt: string) =>
  [
    { type: 'user', uuid: 'u0', parentUuid: null, message: { role: 'user', content: prompt } },
    ...calls.flatMap((call, i) => [
      {
        type: 'assistant',
        uuid: `a${i}`,
        message: {
          id: `msg_${i}`,
          role: 'assistant',
          model: 'claude-x',
          content: [{ type: 'tool_use', id: `toolu_${i}`, ...call }],
          stop_reason: 'tool_use',
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      },
      {
        type: 'user',
        uuid: `r${i}`,
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: `toolu_${i}`, content: 'done' }],
        },
      },
    ]),
    {
      type: 'assistant',
      uuid: 'end',
      message: {
        id: 'msg_end',
        role: 'assistant',
        model: 'claude-x',
        content: [{ type: 'text', text: 'Done.' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
  ]
    .map(
      (line) =>
        `${JSON.stringify({ sessionId: 's', cwd, version: '2', timestamp: '2026-11-15T20:00:00.000Z', ...line })}\n`,
    )
    .join('');

describe('ctx catalog unload', () => {
  const skill = (name: string) => `---\nname: ${name}\ndescription: Helps with ${name}.\n---\nDo it.\n`;
  const files = {
    '.claude/skills/called/SKILL.md': skill('called'),
    '.claude/skills/read/SKILL.md': skill('read'),
    '.claude/skills/typed/SKILL.md': skill('typed'),
    '.claude/skills/idle/SKILL.md': skill('idle'),
    '.claude/agents/asked.md': skill('asked'),
    '.claude/agents/bored.md': skill('bored'),
    '.mcp.json': '{"mcpServers":{"busy":{"command":"true"},"dull":{"command":"true"}}}',
  };

  it('names what the last sessions did not use, with what it costs', async () => {
    const { json, text, cwd, home } = await installable(files);
    await json('catalog', 'install', 'tortoise', '--yes');
    expect((await text('catalog', 'unload')).stdout).toContain('nothing is known of what is used');
    const calls = [
      { name: 'Skill', input: { skill: 'called' } },
      { name: 'Bash', input: { command: 'cat .claude/skills/read/SKILL.md' } },
      { name: 'Task', input: { subagent_type: 'asked', prompt: 'x' } },
      { name: 'mcp__busy__look', input: {} },
    ];
    writeFiles(home, { 'one.jsonl': claudeSession(cwd, calls, 'please use /typed now') });
    expect((await json('import', 'claude-code', join(home, 'one.jsonl'))).exit_code).toBe(0);
    const { data } = await json('catalog', 'unload');
    expect(data).toMatchObject({
      project_sessions: 1,
      agents: ['claude-code'],
      used: 5,
      unused: [
        { kind: 'agent', name: 'bored', context_tokens: { always: 6, used: 15, basis: 'measured' } },
        { kind: 'mcp', name: 'dull', context_tokens: { always: null, used: null, basis: 'unknown' } },
        { kind: 'skill', name: 'idle' },
        { kind: 'skill', name: 'tortoise', id: 'skill:zoo/tortoise' },
      ],
    });
    const { stdout } = await text('catalog', 'unload');
    expect(stdout).toMatch(/bored +agent +≈ 6 tokens/);
    expect(stdout).toContain('ctx catalog uninstall skill:zoo/tortoise');
    expect(stdout).toMatch(/Together they take ≈ \d+ tokens of every session’s context/);
  });

  it('looks at so many of the newest sessions and no further', async () => {
    const { json, cwd, home } = await installable(files);
    writeFiles(home, {
      'old.jsonl': claudeSession(cwd, [{ name: 'Skill', input: { skill: 'idle' } }], 'one'),
    });
    await json('import', 'claude-code', join(home, 'old.jsonl'));
    const names = async (most: string) => {
      const { data } = await json('catalog', 'unload', '--sessions', most);
      return JSON.stringify(data?.['unused']);
    };
    expect(await names('1')).not.toContain('"idle"');
    const log = execFileSync('find', [home, '-name', '*.jsonl', '-path', '*.sessions*'], {
      encoding: 'utf8',
    }).trim();
    execFileSync('touch', ['-d', '2020-01-01', log]);
    writeFiles(home, {
      'new.jsonl': claudeSession(cwd, [], 'two').replaceAll('"sessionId":"s"', '"sessionId":"t"'),
    });
    await json('import', 'claude-code', join(home, 'new.jsonl'));
    expect(await names('1')).toContain('"idle"');
    expect(await names('2')).not.toContain('"idle"');
  });
});
