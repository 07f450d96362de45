import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AtifDocument } from '../../../test/atif.js';
import { looksFirst, recordSession } from '../../../test/recorded-session.js';
import { jsonOf } from '../../../test/scripted.js';
import { sessionKinds } from '../../../test/sessions-of-every-kind.js';

async function trajectories(
  session: string,
  cwd: string,
  ...flags: readonly string[]
): Promise<Map<string, AtifDocument>> {
  const { data, error } = await jsonOf(['export', session, '--format', 'atif', '--out', 'atif', ...flags], {
    cwd,
  });
  expect(error).toBeUndefined();
  const files = readdirSync(join(cwd, 'atif')).sort();
  expect(data?.['files']).toEqual(files);
  return new Map(files.map((name) => [name, JSON.parse(readFileSync(join(cwd, 'atif', name), 'utf8'))]));
}

it('is one step an answer, with its calls, their results, and what was denied', async () => {
  const { cwd } = await recordSession({
    replies: [looksFirst, { say: 'All done.' }],
    script: { price: { input_usd_per_mtok: 3, output_usd_per_mtok: 15 } },
    flags: ['--deny-tool', 'bash(rm *)'],
  });
  const told = await trajectories('s', cwd);
  expect([...told.keys()]).toEqual(['r1.trajectory.json']);
  expect(statSync(join(cwd, 'atif/r1.trajectory.json')).mode & 0o777).toBe(0o600);
  expect(told.get('r1.trajectory.json')).toMatchObject({
    schema_version: 'ATIF-v1.7',
    session_id: 's',
    agent: { name: 'ctx', model_name: 'script:s.yaml' },
    steps: [
      { step_id: 1, source: 'user', message: 'Do it.' },
      {
        step_id: 2,
        source: 'agent',
        message: 'I look first.',
        tool_calls: [
          { function_name: 'read', arguments: { path: 'a.txt' } },
          { function_name: 'bash', arguments: { command: 'rm -rf x' } },
        ],
        observation: {
          results: [
            { content: 'alpha\n', extra: { is_error: false } },
            { extra: { denied: true, rule: 'bash(rm *)' } },
          ],
        },
        metrics: { prompt_tokens: 1200, completion_tokens: 30 },
      },
      { step_id: 3, source: 'agent', message: 'All done.' },
    ],
    final_metrics: { total_prompt_tokens: 1200, total_steps: 3, extra: { denials: 1, model_calls: 2 } },
    extra: { ctx: { stop_reason: 'completed' } },
  });
});

it('names the run that goes on with another, and gives one run alone as in the whole', async () => {
  const { cwd } = (await sessionKinds['a task that goes on with the last conversation']?.()) ?? { cwd: '' };
  const all = await trajectories('s', cwd);
  const [first = ''] = all.keys();
  const refs = [...all.values()].map((each) => Reflect.get(each, 'continued_trajectory_ref'));
  expect(refs.filter((ref) => ref !== undefined)).toEqual([[...all.keys()][1]]);
  const alone = await jsonOf(
    ['export', 's', '--format', 'atif', '--out', 'one', '--run-id', first.replace('.trajectory.json', '')],
    { cwd },
  );
  expect(alone.data?.['files']).toEqual([first]);
  expect(JSON.parse(readFileSync(join(cwd, 'one', first), 'utf8'))).toEqual(all.get(first));
});

it('says where a context was compacted as readers of the format look for it', async () => {
  const { cwd } = (await sessionKinds['a compacted conversation']?.()) ?? { cwd: '' };
  const steps = [...(await trajectories('s', cwd)).values()].flatMap((document) => document.steps);
  expect(steps.find(({ message }) => message === 'The context was compacted.')).toMatchObject({
    source: 'system',
    extra: { context_management: { type: 'compaction', tokens_after: expect.any(Number) } },
  });
});
