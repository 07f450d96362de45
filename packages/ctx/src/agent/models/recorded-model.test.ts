import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folder.js';
import { jsonOf, scriptOf } from '../../../test/scripted.js';
import { recordsOf } from '../../../test/session-files.js';

const replies = [
  {
    say: 'Looking.',
    call: [{ tool: 'read', input: { path: 'a.txt' } }],
    usage: { input_tokens: 9, output_tokens: 2 },
  },
  { fault: { status: 529, retry_after: 1 } },
  { say: 'It holds alpha.', usage: { input_tokens: 20, output_tokens: 4 } },
];

/** A session `one`, made with a script. */
async function recorded() {
  const cwd = temporaryFolder({ 's.yaml': scriptOf(...replies), 'a.txt': 'alpha\n' });
  await jsonOf(['run', '--task', 'Read it.', '--model', 'script:s.yaml', '--session-id', 'one'], { cwd });
  return {
    cwd,
    one: join(cwd, '.context/sessions/one.jsonl'),
    two: join(cwd, '.context/sessions/two.jsonl'),
  };
}

const again = (model = 'replay:one', text = 'Read it.') => [
  'run',
  '--task',
  text,
  '--model',
  model,
  '--session-id',
  'two',
];

describe('the answers of another session as the model', () => {
  it('give the same conversation again, failures and all, with nothing of the script', async () => {
    const { cwd, one, two } = await recorded();
    const { data, exit_code } = await jsonOf(again(), { cwd });
    expect(exit_code).toBe(0);
    expect(data).toMatchObject({
      runs: [{ turns: [{ output: 'It holds alpha.', model_calls: 3 }] }],
      totals: { input_tokens: 29, output_tokens: 6 },
    });
    const types = (path: string) => recordsOf(path).map(({ type }) => type);
    expect(types(two)).toEqual(types(one));
    expect(recordsOf(two)[1]).toMatchObject({
      settings: { model: 'replay:.context/sessions/one.jsonl', recording_head: recordsOf(one).at(-1)?.hash },
      capture: { model: 'recorded', tools: 'live' },
    });
    expect((await jsonOf(['verify', 'two'], { cwd })).exit_code).toBe(0);
    expect((await jsonOf(['replay', 'two', '--verify'], { cwd })).exit_code).toBe(0);
  });

  it('can be named by a file, and go to a run of another name', async () => {
    const { cwd } = await recorded();
    const argv = ['turn-loop', 'Read it.', '--model', 'replay:.context/sessions/one.jsonl'];
    expect((await jsonOf(argv, { cwd })).data).toMatchObject({ turns_completed: 1 });
  });

  it('fail where more is asked than was answered, and where answers are left over', async () => {
    const { cwd } = await recorded();
    const short = await jsonOf(
      ['run', '--task', 'x', '--model', 'replay:one', '--max-model-calls-per-turn', '1'],
      { cwd },
    );
    expect(short.error?.code).toBe('max_iterations_reached');
    const looped = [
      'turn-loop',
      'x',
      '--continuation-prompt',
      'y',
      '--max-turns',
      '2',
      '--model',
      'replay:one',
    ];
    expect((await jsonOf(looped, { cwd })).error?.message).toContain('and one more was asked for');
    const denied = await jsonOf([...again(), '--deny-tool', 'read', '--on-deny', 'stop'], { cwd });
    expect(denied.error?.code).toBe('tool_denied');
  });

  it('are those that were there when the run was planned, also when the session goes on', async () => {
    const { cwd, one, two } = await recorded();
    await jsonOf(
      [...again(), '--out', 'three.jsonl'].filter((word) => word !== '--session-id' && word !== 'two'),
      { cwd },
    );
    await jsonOf(again('replay:one'), { cwd });
    const more = await jsonOf(
      ['run', '--task', 'More.', '--run-id', 'r2', '--model', 'replay:one', '--append', 'one'],
      { cwd },
    );
    expect(more.data).toMatchObject({ runs: [{ run_id: 'r2', stop_reason: 'completed' }] });
    expect(recordsOf(two).length).toBe(recordsOf(one).findIndex(({ type }) => type === 'session.appended'));
  });

  it('are refused where the session is not there, is broken, or is no longer the one that was named', async () => {
    const { cwd, one } = await recorded();
    expect((await jsonOf(again('replay:none'), { cwd })).error).toMatchObject({
      code: 'session_unknown',
      kind: 'session_not_found',
    });
    appendFileSync(one, '{"not":"a record"}\n{"nor":"this"}\n');
    expect((await jsonOf(again(), { cwd })).error?.code).toBe('session_broken');
  });
});
