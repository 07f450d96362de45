import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { jsonOf } from '../../test/scripted.js';

it('counts commands by kind and by the folder that they come from', async () => {
  const cwd = temporaryFolder({
    '.claude/commands/a.md': 'A',
    '.claude/commands/deep/b.md': 'B',
    '.claude/skills/e/SKILL.md': 'E',
    '.claude/plugins/acme/skills/c/SKILL.md': 'C',
  });
  const env = { HOME: temporaryFolder({ '.agents/commands/d.md': 'D' }) };
  const { data } = await jsonOf(['command-graph'], { cwd, env });
  expect(data).toMatchObject({
    plugin_like_count: 1,
    skill_like_count: 4,
    plugin_like: [{ name: 'acme:c', source_hint: '.claude/plugins/acme/skills/c/SKILL.md' }],
    skill_like: [
      { name: 'a', source_hint: '.claude/commands/a.md', origin: 'command' },
      { name: 'd', source_hint: '~/.agents/commands/d.md', origin: 'command' },
      { name: 'deep:b', source_hint: '.claude/commands/deep/b.md', origin: 'command' },
      { name: 'e', source_hint: '.claude/skills/e/SKILL.md', origin: 'skill' },
    ],
  });
  const { builtins_count, builtins, total_count } = data ?? {};
  expect(builtins).toHaveLength(Number(builtins_count));
  expect(builtins).toContainEqual({ name: 'run', source_hint: 'ctx', origin: 'built-in' });
  expect(total_count).toBe(Number(builtins_count) + 5);
  expect((await runCtx(['command-graph'], { cwd, env })).stdout).toMatch(
    /skill-like {2}4\n {2}\.claude\/commands {4}2\n[\s\S]*in all\n$/,
  );
});
