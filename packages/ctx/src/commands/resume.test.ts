import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonOf, scriptedFolder, scriptOf, task } from '../../test/scripted.js';
import { linesOf, recordsOf } from '../../test/session-files.js';

const twoTurns = [
  { say: 'One.', call: [{ tool: 'bash', input: { command: 'echo first' } }] },
  { expect: { contains: 'first' }, say: 'Two.' },
];

/** A session of two model calls, cut off after so many records as a crash would. */
async function cutAfter(
  records: number,
  replies: readonly object[] = twoTurns,
): Promise<{ cwd: string; path: string }> {
  const cwd = scriptedFolder(replies);
  await jsonOf(['run', ...task('Go.'), '--out', 's.jsonl'], { cwd });
  const path = join(cwd, 's.jsonl');
  writeFileSync(path, `${linesOf(path).slice(0, records).join('\n')}\n`);
  return { cwd, path };
}

describe('resume', () => {
  it.each([1, 2, 3, 4, 5, 7, 8, 9])(
    'goes on from record %i to the end, as if nothing had happened',
    async (records) => {
      const { cwd, path } = await cutAfter(records);
      const { data } = await jsonOf(['resume', './s.jsonl', '--trust-log'], { cwd });
      expect(data).toMatchObject({
        runs: [{ run_id: 'r1', stop_reason: 'completed', turns: [{ output: 'Two.' }] }],
      });
      expect(recordsOf(path)[records]).toMatchObject({ type: 'session.resumed', from_seq: records - 1 });
    },
  );

  it('closes a call that was cut off as interrupted, once, and does not run it again', async () => {
    const { cwd, path } = await cutAfter(6, [
      { call: [{ tool: 'bash', input: { command: 'echo x >> effects' } }] },
      { expect: { contains: 'interrupted' }, say: 'I see.' },
    ]);
    writeFileSync(join(cwd, 'effects'), '');
    const { data } = await jsonOf(['resume', './s.jsonl', '--trust-log'], { cwd });
    expect(data).toMatchObject({ runs: [{ stop_reason: 'completed' }] });
    const returned = recordsOf(path).filter(({ type }) => type === 'tool.returned');
    expect(returned).toHaveLength(1);
    expect(returned[0]).toMatchObject({ interrupted: true });
    expect(readFileSync(join(cwd, 'effects'), 'utf8')).toBe('');
  });

  it('cuts off a torn last line, and a record says so', async () => {
    const { cwd, path } = await cutAfter(4);
    appendFileSync(path, '{"at":"20');
    await jsonOf(['resume', './s.jsonl', '--trust-log'], { cwd });
    expect(recordsOf(path)[4]).toMatchObject({ type: 'session.repaired', after_seq: 3, bytes_cut: 9 });
  });

  it('with --task goes on with the last conversation, its settings, and what was spent', async () => {
    const cwd = scriptedFolder([{ say: 'Aye.', usage: { input_tokens: 50, output_tokens: 50 } }]);
    await jsonOf(['run', ...task('One.'), '--session-id', 's', '--max-turns', '2'], { cwd });
    const second = await jsonOf(['resume', 's', '--task', 'Two.'], { cwd });
    expect(second.data).toMatchObject({ runs: [{ run_id: 'run-2', turns: [{ prompt: 'Two.' }] }] });
    const requested = recordsOf(join(cwd, '.context/sessions/s.jsonl')).filter(
      ({ type }) => type === 'model.requested',
    );
    expect(requested.at(-1)).toMatchObject({
      kept: 1,
      messages: [{ role: 'assistant' }, { role: 'user' }],
    });
    const third = await jsonOf(['resume', 's', '--task', 'Three.'], { cwd });
    expect(third.error).toMatchObject({ code: 'max_turns_reached' });
  });

  it('can only make the policy stricter', async () => {
    const cwd = scriptedFolder([
      { call: [{ tool: 'bash', input: { command: 'echo ran > ran' } }] },
      { say: 'Done.' },
    ]);
    await jsonOf(['run', ...task('One.'), '--session-id', 's', '--deny-tool', 'bash'], { cwd });
    const { data } = await jsonOf(['resume', 's', '--task', 'Two.', '--allow-tool', 'bash'], { cwd });
    expect(data).toMatchObject({ runs: [{ turns: [{ permission_denials: [{ tool_name: 'bash' }] }] }] });
  });

  it('refuses a session whose runs are all closed, one that is not there, and one that is broken', async () => {
    const cwd = scriptedFolder([{ say: 'Done.' }]);
    await jsonOf(['run', ...task('One.'), '--session-id', 's'], { cwd });
    const path = join(cwd, '.context/sessions/s.jsonl');
    expect((await jsonOf(['resume', 's'], { cwd })).error).toMatchObject({ code: 'session_finished' });
    expect((await jsonOf(['resume', 'nobody'], { cwd })).error).toMatchObject({ code: 'session_unknown' });
    const text = readFileSync(path, 'utf8').replace('"One."', '"Two."');
    writeFileSync(path, text);
    expect((await jsonOf(['resume', 's', '--task', 'x'], { cwd })).error).toMatchObject({
      code: 'session_broken',
    });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('refuses to go on with another script than it began with', async () => {
    const { cwd } = await cutAfter(4);
    writeFileSync(join(cwd, 's.yaml'), scriptOf({ say: 'Other.' }));
    expect((await jsonOf(['resume', './s.jsonl', '--trust-log'], { cwd })).error).toMatchObject({
      code: 'script_changed',
    });
  });

  it('an unfinished session is not appended to', async () => {
    const { cwd, path } = await cutAfter(4);
    const before = readFileSync(path);
    const { error } = await jsonOf(['run', ...task('More.'), '--run-id', 'r2', '--append', './s.jsonl'], {
      cwd,
    });
    expect(error).toMatchObject({ code: 'session_unfinished' });
    expect(readFileSync(path)).toEqual(before);
  });
});
