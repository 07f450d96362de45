import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { jsonOf } from '../../test/scripted.js';

it('counts commands by kind and by the folder that they come from', async () => {
  const cwd = temporaryFolder({
    '.claude/commands/a.md': 'A',
    '.claude/commands/deep/b.md': 'B',
    '.claude/plugins/acme/skills/c/SKILL.md': 'C',
  });
  const env = { HOME: temporaryFolder({ '.agents/commands/d.md': 'D' }) };
  const { data } = await jsonOf(['command-graph'], { cwd, env });
  expect(data).toMatchObject({
    groups: [
      { group: 'built-in', sources: [{ source: 'ctx' }] },
      {
        group: 'markdown',
        count: 3,
        sources: [
          { source: '.claude/commands', count: 2 },
          { source: '~/.agents/commands', count: 1 },
        ],
      },
      {
        group: 'plugin-like',
        sources: [{ source: '.claude/plugins/acme/skills', count: 1 }],
        commands: ['acme:c'],
      },
      { group: 'skill-like', count: 0 },
    ],
  });
  expect((await runCtx(['command-graph'], { cwd, env })).stdout).toMatch(
    /markdown {2}3\n {2}\.claude\/commands {4}2\n[\s\S]*in all\n$/,
  );
});
