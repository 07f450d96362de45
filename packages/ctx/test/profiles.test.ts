import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './folder.js';
import { jsonOf, scriptedFolder, task } from './scripted.js';
import { recordsOf } from './session-files.js';

const fences = (cwd: string) =>
  recordsOf(join(cwd, 's.jsonl')).flatMap((record) => (record.type === 'run.opened' ? [record.fence] : []));

describe('a run with a profile', () => {
  it('keeps the profile in the log, and resume can only make it stricter', async () => {
    const cwd = temporaryFolder({});
    const echo = ['run', '--task', 'Go.', '--model', 'script:echo', '--out', 's.jsonl'];
    await jsonOf([...echo, '--profile', 'edit'], { cwd });
    await jsonOf(['resume', './s.jsonl', '--task', 'On.', '--profile', 'read-only'], { cwd });
    await jsonOf(['resume', './s.jsonl', '--task', 'On.', '--profile', 'full'], { cwd });
    expect(fences(cwd).map((fence) => fence?.profile)).toEqual(['edit', 'read-only', 'read-only']);
    const last = recordsOf(join(cwd, 's.jsonl')).findLast(({ type }) => type === 'run.opened');
    expect(last).toMatchObject({
      pool: [{ name: 'read' }, { name: 'glob' }, { name: 'grep' }, { name: 'list' }],
    });
    expect(await jsonOf(['replay', './s.jsonl', '--verify'], { cwd })).toMatchObject({ exit_code: 0 });
    expect(await jsonOf(['verify', './s.jsonl'], { cwd })).toMatchObject({ exit_code: 0 });
  });

  it('denies what the profile denies', async () => {
    const cwd = scriptedFolder([
      { call: [{ tool: 'bash', input: { command: 'git -C . reset --hard' } }] },
      { say: 'Well.' },
    ]);
    const { data } = await jsonOf(['run', ...task('Go.'), '--profile', 'edit'], { cwd });
    expect(data).toMatchObject({ runs: [{ turns: [{ permission_denials: [{ tool_name: 'bash' }] }] }] });
  });

  it('has no profile where a script is the model and nobody named one', async () => {
    const cwd = temporaryFolder({});
    await jsonOf(['run', '--task', 'Go.', '--model', 'script:echo', '--out', 's.jsonl'], { cwd });
    expect(fences(cwd)).toEqual([{ policy_digest: expect.any(String) }]);
  });
});

describe('a rule that can never match', () => {
  it('is refused before anything is written, with the rule that would work', async () => {
    const cwd = temporaryFolder({});
    const echo = ['run', '--task', 'Go.', '--model', 'script:echo', '--out', 's.jsonl'];
    const { error } = await jsonOf([...echo, '--deny-tool', `read(${realpathSync(cwd)}/secrets/*)`], { cwd });
    expect(error).toMatchObject({ code: 'rule_useless', hint: 'Write `read(secrets/*)`.' });
    expect(existsSync(join(cwd, 's.jsonl'))).toBe(false);
  });
});

describe('the model script:echo', () => {
  it('answers with its prompt, for nothing, the same every time', async () => {
    const outside = { cwd: temporaryFolder({}) };
    const { data } = await jsonOf(
      ['run', '--task', 'Say “hello”.\n', '--model', 'script:echo', '--max-usd', '0'],
      outside,
    );
    expect(data).toMatchObject({
      runs: [
        { stop_reason: 'completed', turns: [{ output: 'Say “hello”.\n', usage: { cost_microusd: 0 } }] },
      ],
    });
  });
});
