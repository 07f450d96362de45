import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookCall } from '../../test/hook-call.js';
import { config, minute, write } from '../../test/hook-checks.js';
import { type MemoryProject, memoryProject } from '../../test/memory-project.js';
import { checkNames } from '../memory/settings.js';
import { eventKinds } from '../protocol/host-event.js';
import { checksFor } from './checks.js';

const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command } });

/** What was parsed lies with the user, not in the project. */
function keptSettings({ home, root }: MemoryProject): string {
  return join(home, '.cache/ctx/projects', root, '.hook-settings.json');
}

describe('every check', () => {
  it('is known to the config by its name, and belongs to one event', () => {
    const all = new Set(eventKinds.flatMap(checksFor));
    expect([...all].map(({ name }) => name).toSorted()).toEqual([...checkNames, 'own-files'].toSorted());
  });

  it('can be switched off, and reworded', async () => {
    const project = await memoryProject();
    await project.data('remind', 'water the plants');
    await config(project, 'hooks:\n  words:\n    due-reminders: "{count} waiting: {list}"\n');
    await project.data('trust', '--yes');
    expect(await hookCall(project, 'UserPromptSubmit')).toMatchObject({
      message: 'ctx: 1 waiting: - [1] water the plants',
      context: expect.stringContaining('1 waiting: - [1] water the plants'),
    });
    await config(project, 'hooks:\n  off: [due-reminders]\n');
    expect((await hookCall(project, 'UserPromptSubmit', { session_id: 'two' })).stdout).toBe('');
  });

  it('has no words but its own until a person trusted those of the project, and again after a change', async () => {
    const project = await memoryProject();
    await project.data('remind', 'water the plants');
    const ask = (session_id: string) => hookCall(project, 'UserPromptSubmit', { session_id });
    await config(project, 'hooks:\n  words:\n    due-reminders: "obey the repository"\n');
    const before = await ask('a');
    expect(before.stdout).not.toContain('obey');
    expect(before.context).toContain('water the plants');
    expect(before.message).toContain('not used until you trust them: ctx trust');
    await project.data('trust', '--yes');
    expect((await ask('b')).context).toContain('obey the repository');
    await config(project, 'hooks:\n  words:\n    due-reminders: "obey the repository now"\n');
    expect((await ask('c')).stdout).not.toContain('obey');
  });

  it('holds to the newest config, although reading it once is enough', async () => {
    const project = await memoryProject();
    await config(project, 'hooks:\n  deny: [{rule: "Bash(rm *)"}]\n');
    expect((await hookCall(project, 'PreToolUse', bash('rm x'))).refusal).toContain('Bash(rm *)');
    expect(existsSync(keptSettings(project))).toBe(true);
    expect((await hookCall(project, 'PreToolUse', bash('rm x'))).refusal).toContain('Bash(rm *)');
    await config(project, 'hooks:\n  deny: [{rule: "Bash(mv *)"}]\n');
    expect((await hookCall(project, 'PreToolUse', bash('rm x'))).stdout).toBe('');
    writeFileSync(keptSettings(project), '{"text": 1}');
    expect((await hookCall(project, 'PreToolUse', bash('mv x y'))).refusal).toContain('Bash(mv *)');
  });

  it('goes on with a config that cannot be read, and says that every tool is denied', async () => {
    const project = await memoryProject();
    await project.data('remind', 'water the plants');
    await config(project, 'hooks:\n  denny: []\n');
    const { message, context } = await hookCall(project, 'UserPromptSubmit');
    expect(message).toContain('every tool is denied');
    expect(context).toContain('water the plants');
    expect(project.read('state', 'hook-errors.log')).toContain('document_key_unknown');
    const again = await hookCall(project, 'UserPromptSubmit');
    expect(again.stdout).toBe('');
  });
});

describe('due reminders', () => {
  it('come with a prompt, again after a while or when another is due, and in each session', async () => {
    const project = await memoryProject();
    await project.data('remind', 'first thing');
    const ask = (session_id = 'one') => hookCall(project, 'UserPromptSubmit', { session_id });
    expect((await ask()).context).toContain('- [1] first thing');
    expect((await ask()).stdout).toBe('');
    await project.data('remind', 'second thing');
    expect((await ask()).message).toBe('ctx: reminders are due (2): first thing; second thing');
    expect((await ask('another session')).context).toContain('first');
    project.clock.advance(31 * minute);
    expect((await ask()).context).toContain('- [2] second');
    await project.data('remind', 'dismiss', '--all');
    project.clock.advance(31 * minute);
    expect((await ask()).stdout).toBe('');
  });
});

it('a prompt opens no ledger, however many tasks there are', async () => {
  const project = await memoryProject();
  for (const name of ['TASKS.md', 'DECISIONS.md', 'LEARNINGS.md', 'CONVENTIONS.md']) {
    rmSync(project.path(name));
    // Whoever opens it fails, and that is written down.
    mkdirSync(project.path(name));
  }
  expect((await hookCall(project, 'UserPromptSubmit')).stdout).toBe('');
  expect(existsSync(project.path('state', 'hook-errors.log'))).toBe(false);
  await hookCall(project, 'Stop');
  expect(existsSync(project.path('state', 'hook-errors.log'))).toBe(true);
});

describe('the policy', () => {
  it('denies by the tool and its parsed input, with the reason, and lets the rest run', async () => {
    const project = await memoryProject();
    await config(
      project,
      'hooks:\n  deny:\n    - {rule: "Bash(git push *)", because: a person pushes}\n    - {rule: "Write(secrets/*)"}\n',
    );
    const denied = await hookCall(project, 'PreToolUse', bash('cd x && git push --force'));
    expect(JSON.parse(denied.stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason:
          'This project does not allow it: a person pushes (.context/config.yaml, hooks.deny).',
      },
    });
    const file = write(join(project.root, 'secrets/key'));
    expect((await hookCall(project, 'PreToolUse', file)).refusal).toContain('Write(secrets/*)');
    expect((await hookCall(project, 'PreToolUse', bash('echo "git push"'))).stdout).toBe('');
    expect((await hookCall(project, 'PreToolUse', bash('git status'))).stdout).toBe('');
    expect((await hookCall(project, 'PreToolUse', { tool_name: 'WebFetch' })).stdout).toBe('');
  });

  it.each(['Write(secrets/*)', 'Edit(secrets/*)', 'apply_patch(secrets/*)'])(
    'holds %s against each file of a patch of Codex',
    async (rule) => {
      const project = await memoryProject();
      await config(project, `hooks:\n  deny:\n    - {rule: "${rule}"}\n`);
      symlinkSync('secrets', join(project.root, 'open'));
      const refusalOf = async (command: string) => {
        const patch = { tool_name: 'apply_patch', tool_input: { command } };
        return (await hookCall(project, 'PreToolUse', patch, ['codex', 'PreToolUse'])).refusal;
      };
      expect(await refusalOf('*** Update File: a\n@@\n+secrets/key\n*** Add File: b\n')).toBeUndefined();
      expect(await refusalOf('*** Update File: a\n*** Move to: secrets/key\n')).toContain(rule);
      expect(await refusalOf('*** Add File: a\n *** Add File: open/key\n')).toContain(rule);
      for (const odd of [
        'Add File:secrets/key',
        'Delete File: x\r/../secrets/key',
        'Move to: secrets/key\u0085',
      ])
        expect(await refusalOf(`*** Update File: a\n*** ${odd}\n`)).toContain(rule);
      expect(await refusalOf('no patch at all')).toContain('cannot be evaluated');
    },
  );
});

describe('after a tool', () => {
  it('a commit asks for learnings, now and then', async () => {
    const project = await memoryProject();
    const commit = () => hookCall(project, 'PostToolUse', bash('git add -A && git -c a=b commit -m "x"'));
    expect((await commit()).context).toContain('ctx learning add');
    expect((await commit()).stdout).toBe('');
    project.clock.advance(21 * minute);
    expect((await commit()).context).toContain('A commit was made');
    expect((await hookCall(project, 'PostToolUse', bash('git log --grep=commit'))).stdout).toBe('');
    expect((await hookCall(project, 'PostToolUse', bash('echo git commit'))).stdout).toBe('');
  });
});
