import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { askedModel, overtaken } from '../../test/overtaken.js';
import { jsonOf, scriptedFolder } from '../../test/scripted.js';

const promptOf = async (files: Record<string, string>, name: string, ...said: string[]) =>
  (await jsonOf(['exec-command', name, ...said, '--dry-run'], { cwd: temporaryFolder(files) })).data?.[
    'rendered_prompt'
  ];

describe('the prompt of a command', () => {
  it.each([
    ['Fix $ARGUMENTS now.', ['the $& bug'], 'Fix the $& bug now.'],
    ['Move $1 to $2.', ['"a b" c'], 'Move a b to c.'],
    ['Move $1 to $2.', [], 'Move  to .'],
    ['Costs $15 and $1x.', ['it'], 'Costs $15 and $1x.\n\nArguments: it'],
    ['Fix it.', ['soon'], 'Fix it.\n\nArguments: soon'],
    ['Fix it.', [], 'Fix it.'],
    ['---\ndescription: x\n---\n\nRun !`rm x` on @file.', [], 'Run !`rm x` on @file.'],
  ])('is its text with what was said: %j', async (text, said, prompt) => {
    expect(await promptOf({ '.claude/commands/fix.md': text }, 'fix', ...said)).toBe(prompt);
  });

  it('tells where a skill is', async () => {
    const files = { '.claude/skills/plan/SKILL.md': 'Read notes.md first.' };
    expect(await promptOf(files, 'plan', 'a trip')).toBe(
      'Base folder of this skill: .claude/skills/plan\n\nRead notes.md first.\n\nTask: a trip',
    );
  });
});

it('runs a command as a turn of a session of its own', async () => {
  const cwd = scriptedFolder([{ expect: { contains: 'Fix the bug.' }, say: 'Fixed.' }], {
    '.agents/commands/fix.md': 'Fix $ARGUMENTS.',
  });
  const argv = ['exec-command', 'fix', 'the bug', '--model', 'script:s.yaml', '--session-id', 's'];
  expect((await jsonOf(argv, { cwd })).data).toMatchObject({
    name: 'fix',
    prompt: 'the bug',
    source_hint: '.agents/commands/fix.md',
    handled: true,
    message: 'Fixed.',
    origin: 'command',
    rendered_prompt: 'Fix the bug.',
    session: { session_id: 's', runs: [{ stop_reason: 'completed', turns: [{ output: 'Fixed.' }] }] },
  });
  const text = await runCtx([...argv.slice(0, -1), 'again', '--deny-tool', 'fly'], { cwd });
  expect(text.stdout).toContain('Fixed.');
  expect(text.stderr).toContain('the rule fly matches no tool');
});

it('says what was meant by a name that nothing has', async () => {
  const cwd = temporaryFolder({ '.agents/commands/fix.md': 'Fix.' });
  expect(await jsonOf(['exec-command', 'fx', 'x'], { cwd })).toMatchObject({
    name: 'fx',
    found: false,
    handled: false,
    error: { code: 'command_not_found', hint: 'Did you mean `ctx exec-command fix`?' },
  });
});

it('gives what it has of a turn that was stopped, as its data would have been', async () => {
  const cwd = scriptedFolder([{ hang: true }], { '.agents/commands/fix.md': 'Fix $ARGUMENTS.' });
  const argv = ['exec-command', 'fix', 'it', '--model', 'script:s.yaml'];
  const envelope = await overtaken(argv, { cwd }, askedModel(1));
  expect(envelope).toMatchObject({
    handled: false,
    error: { code: 'timeout', details: { name: 'fix', rendered_prompt: 'Fix it.', session: {} } },
  });
});
