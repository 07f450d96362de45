import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { askedModel } from '../../test/overtaken.js';
import {
  cancelled,
  type RecordedSession,
  recordSession,
  timedOutAmidCalls,
} from '../../test/recorded-session.js';
import { jsonOf, scriptOf } from '../../test/scripted.js';
import { recordsOf } from '../../test/session-files.js';
import { replaySession } from '../evidence/replay/replay-session.js';
import { verify } from '../evidence/verify-entry.js';
import type { RecordOf, RecordType } from '../protocol/records.js';

function last<K extends RecordType>({ path }: RecordedSession, type: K): RecordOf<K> {
  const found = recordsOf(path).findLast(
    (record): record is RecordOf<K> & typeof record => record.type === type,
  );
  if (found === undefined) throw new TypeError(`there is no ${type}`);
  return found;
}

async function expectSound({ path }: RecordedSession) {
  expect(verify(path)).toMatchObject({ verdict: 'pass', findings: [] });
  expect(await replaySession(recordsOf(path))).toMatchObject({ difference: undefined });
}

const call = (command: string) => ({ tool: 'bash', input: { command } });

describe('a session whose run was stopped', () => {
  it('goes on after a timeout with the call that it had not come to, and with all that was said', async () => {
    const session = await timedOutAmidCalls();
    const { data } = await jsonOf(['resume', 's'], { cwd: session.cwd });
    expect(data).toMatchObject({
      runs: [{ run_id: 'run-2', stop_reason: 'completed', turns: [{ prompt: 'Do it.', output: 'Done.' }] }],
    });
    expect(last(session, 'run.opened')).toMatchObject({ continues: 'r1', reopens: true });
    expect((await jsonOf(['list-sessions'], { cwd: session.cwd })).data).toMatchObject({
      sessions: [{ prompt_count: 1, totals: { turns: 2, tool_calls: 2 } }],
    });
    const requested = recordsOf(session.path).filter(({ type }) => type === 'tool.requested');
    expect(requested).toMatchObject([
      { input: { command: 'touch running; exec sleep 30' } },
      { input: { command: 'echo second' } },
    ]);
    expect(last(session, 'model.requested').messages).toMatchObject([
      { role: 'assistant' },
      { role: 'tool' },
    ]);
    await expectSound(session);
  });

  it('has its time anew, or what --timeout-seconds gives it, and the log says from what to what', async () => {
    const session = await timedOutAmidCalls();
    await jsonOf(['resume', 's', '--timeout-seconds', '60'], { cwd: session.cwd });
    expect(last(session, 'session.resumed')).toMatchObject({
      limits: [{ limit: 'max_wall_ms', from: 9_000, to: 60_000 }],
    });
    expect(last(session, 'run.closed')).toMatchObject({ stop_reason: 'completed' });
    await expectSound(session);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'goes on after %s, with another model if one is named',
    async (signal) => {
      const session = await cancelled(signal);
      expect(last(session, 'turn.closed').result).toMatchObject({
        stop_reason: 'cancelled',
        cancel_observed: true,
      });
      writeFileSync(join(session.cwd, 'other.yaml'), scriptOf({ expect: { contains: 'a' }, say: 'Done.' }));
      const { data } = await jsonOf(['resume', 's', '--model', 'script:other.yaml'], { cwd: session.cwd });
      expect(data).toMatchObject({ runs: [{ stop_reason: 'completed', turns: [{ output: 'Done.' }] }] });
      expect(last(session, 'session.resumed')).toMatchObject({
        model: { from: 'script:s.yaml', to: 'script:other.yaml' },
      });
      await expectSound(session);
    },
  );

  it('is refused where its budget is spent, unless somebody raises it, and the log says by how much', async () => {
    const session = await recordSession({
      replies: [
        { call: [call('echo a')], usage: { input_tokens: 900, output_tokens: 200 } },
        { say: 'Done.' },
      ],
      flags: ['--max-tokens', '1000'],
    });
    const before = readFileSync(session.path);
    const refused = await jsonOf(['resume', 's'], { cwd: session.cwd });
    expect(refused.error).toMatchObject({
      code: 'budget_spent',
      retryable: false,
      hint: 'Raise it for the whole session: --max-tokens.',
    });
    const lowered = await jsonOf(['resume', 's', '--max-tokens', '900'], { cwd: session.cwd });
    expect(lowered.error).toMatchObject({ code: 'budget_spent' });
    expect(readFileSync(session.path)).toEqual(before);
    const { data } = await jsonOf(['resume', 's', '--max-tokens', '5000'], { cwd: session.cwd });
    expect(data).toMatchObject({ runs: [{ stop_reason: 'completed', turns: [{ tool_calls: 1 }] }] });
    expect(last(session, 'session.resumed').limits).toEqual([{ limit: 'max_tokens', from: 1000, to: 5000 }]);
    await expectSound(session);
  });

  it('goes on with the prompts that its limit of turns left, and counts a turn once that was reopened', async () => {
    const session = await recordSession({
      replies: [{ say: 'One.' }, { say: 'Two.' }],
      prompts: ['a', 'b'],
      flags: ['--max-turns', '1'],
    });
    const { data } = await jsonOf(['resume', 's', '--max-turns', '2', '--model', 'script:echo'], {
      cwd: session.cwd,
    });
    expect(data).toMatchObject({ runs: [{ turns: [{ prompt: 'b', output: 'b' }] }] });
    await expectSound(session);
    const cut = await timedOutAmidCalls();
    await jsonOf(['resume', 's', '--max-turns', '1'], { cwd: cut.cwd });
    expect(last(cut, 'run.closed')).toMatchObject({ stop_reason: 'completed' });
    await expectSound(cut);
  });

  it('goes on after a model that failed for good, from where it failed', async () => {
    const session = await recordSession({
      replies: [{ call: [call('echo kept')] }, { fault: { status: 401 } }],
    });
    writeFileSync(join(session.cwd, 'other.yaml'), scriptOf({ expect: { contains: 'kept' }, say: 'Done.' }));
    const { data } = await jsonOf(['resume', 's', '--model', 'script:other.yaml'], { cwd: session.cwd });
    expect(data).toMatchObject({
      runs: [{ stop_reason: 'completed', turns: [{ model_calls: 1, tool_calls: 0 }] }],
    });
    await expectSound(session);
  });

  it('can be stopped and go on again and again, and leaves the turn out where a new task comes', async () => {
    const session = await recordSession({ replies: [{ hang: true }], overtakenWhen: askedModel(1) });
    expect(last(session, 'turn.closed').result).toMatchObject({
      stop_reason: 'timeout',
      cancel_observed: true,
    });
    await jsonOf(
      ['resume', 's', '--max-model-calls-per-turn', '1', '--model', `script:${calling(session)}`],
      {
        cwd: session.cwd,
      },
    );
    expect(last(session, 'run.closed')).toMatchObject({
      run_id: 'run-2',
      stop_reason: 'max_iterations_reached',
    });
    const third = await jsonOf(['resume', 's'], { cwd: session.cwd });
    expect(third.data).toMatchObject({ runs: [{ run_id: 'run-3', turns: [{ output: 'Seen: made.' }] }] });
    await expectSound(session);
    const other = await recordSession({ replies: [{ hang: true }], overtakenWhen: askedModel(1) });
    const { data } = await jsonOf(['resume', 's', '--task', 'Else.', '--model', 'script:echo'], {
      cwd: other.cwd,
    });
    expect(data).toMatchObject({ runs: [{ turns: [{ prompt: 'Else.', output: 'Else.' }] }] });
    expect(last(other, 'model.requested').messages).toMatchObject([{ role: 'user' }]);
    await expectSound(other);
  });

  it('goes on with the run that was cut before it begins those that never began', async () => {
    const runs = ['r1', 'r2'].map((run_id) => ({ run_id, task: `Do ${run_id}.` }));
    const session = await cancelled('SIGINT', {
      replies: [{ hang: true }],
      config: { model: 'script:s.yaml', runs },
    });
    const { data } = await jsonOf(['resume', 's', '--model', 'script:echo'], { cwd: session.cwd });
    expect(data).toMatchObject({
      runs: [
        { run_id: 'run-3', turns: [{ output: 'Do r1.' }] },
        { run_id: 'r2', turns: [{ output: 'Do r2.' }] },
      ],
    });
    await expectSound(session);
  });

  it.each<[string, object, readonly string[], boolean]>([
    ['a provider that is busy', { fault: { status: 529 } }, [], true],
    ['a request that the provider refuses', { fault: { status: 400 } }, [], false],
    ['a key that the provider refuses', { fault: { status: 401 } }, [], false],
    ['a script that ends too early', { call: [call('echo a')] }, [], false],
    [
      'a spent budget',
      { call: [call('echo a')], usage: { input_tokens: 9, output_tokens: 9 } },
      ['--max-tokens', '9'],
      false,
    ],
    ['a limit of turns', { say: 'One.' }, ['--max-turns', '1'], false],
    [
      'a denied call that stops the run',
      { call: [call('rm x')] },
      ['--deny-tool', 'bash(rm *)', '--on-deny', 'stop'],
      false,
    ],
    ['an answer cut at its length', { say: 'Half', finish: 'length' }, [], false],
  ])('is retryable exactly when trying again can help: %s', async (_, reply, flags, retryable) => {
    const cwd = temporaryFolder({
      's.yaml': scriptOf(reply, ...('fault' in reply ? [reply, reply] : [])),
      'c.yaml': JSON.stringify({
        model: 'script:s.yaml',
        runs: [{ run_id: 'r1', task: 'a', continuation: ['b'] }],
      }),
    });
    const { error } = await jsonOf(['run', 'c.yaml', '--session-id', 's', ...flags], { cwd });
    expect(error).toMatchObject({ retryable });
  });

  it('is done where its last run completed, and says so', async () => {
    const session = await timedOutAmidCalls();
    await jsonOf(['resume', 's'], { cwd: session.cwd });
    expect((await jsonOf(['resume', 's'], { cwd: session.cwd })).error).toMatchObject({
      code: 'session_finished',
    });
  });
});

/** A script that makes a file and then says what it saw. */
function calling({ cwd }: RecordedSession): string {
  const file = 'calling.yaml';
  if (!existsSync(join(cwd, file)))
    writeFileSync(
      join(cwd, file),
      scriptOf({ call: [call('echo made')] }, { expect: { contains: 'made' }, say: 'Seen: made.' }),
    );
  return file;
}
