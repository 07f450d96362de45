import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { jsonOf } from '../../test/scripted.js';

it('shows the project’s own command before the user’s, and both before a built-in one', async () => {
  const cwd = temporaryFolder({ '.agents/commands/run.md': '# Run it\nNow.' });
  const env = { HOME: temporaryFolder({ '.claude/commands/run.md': 'From home' }) };
  expect((await jsonOf(['show-command', '/run'], { cwd, env })).data).toMatchObject({
    name: 'run',
    found: true,
    responsibility: 'Run it',
    origin: 'command',
    source_hint: '.agents/commands/run.md',
    text: '# Run it\nNow.',
    hides: ['~/.claude/commands/run.md'],
  });
  expect((await jsonOf(['show-command', 'run'], { cwd: temporaryFolder(), env })).data).toMatchObject({
    source_hint: '~/.claude/commands/run.md',
    text: 'From home',
  });
  expect((await jsonOf(['show-command', 'run'], { cwd: temporaryFolder() })).data).toMatchObject({
    origin: 'built-in',
    source_hint: 'ctx',
  });
});

it('is told to people without their terminal being steered, and names what was meant', async () => {
  const cwd = temporaryFolder({ '.claude/skills/plan/SKILL.md': 'Plan \u001b[2J' });
  expect((await runCtx(['show-command', 'plan'], { cwd })).stdout).toMatch(
    /kind {5}skill[\s\S]*Plan ␛\[2J\n$/,
  );
  expect((await runCtx(['show-command', 'plam'], { cwd })).stderr).toContain('`ctx show-command plan`');
});
