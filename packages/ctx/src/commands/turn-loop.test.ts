import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { askedModel, overtaken } from '../../test/overtaken.js';
import { jsonOf, scriptedFolder, task } from '../../test/scripted.js';

const says = (...texts: string[]) => texts.map((say) => ({ say }));
const model = ['--model', 'script:s.yaml'];

it('takes one turn without a continuation prompt', async () => {
  const { data } = await jsonOf(['turn-loop', 'Begin.', ...model], { cwd: scriptedFolder(says('One.')) });
  expect(data).toMatchObject({
    prompt: 'Begin.',
    max_turns: 3,
    turns_completed: 1,
    timeout_seconds: null,
    continuation_prompt: null,
    turns: [{ prompt: 'Begin.', output: 'One.', stop_reason: 'completed', cancel_observed: false }],
    final_stop_reason: 'completed',
    final_cancel_observed: false,
  });
  expect(data).not.toHaveProperty('runs');
});

it('sends the continuation prompt verbatim for each further turn, up to --max-turns', async () => {
  const cwd = scriptedFolder([
    { say: 'One.' },
    { expect: { equals: 'Go on! ' }, say: 'Two.' },
    { say: 'Three.' },
  ]);
  const argv = ['turn-loop', 'Begin.', '--continuation-prompt', 'Go on! ', '--max-turns', '3', ...model];
  const { data } = await jsonOf(argv, { cwd });
  const turns = [{ prompt: 'Begin.' }, { prompt: 'Go on! ' }, { prompt: 'Go on! ', output: 'Three.' }];
  expect(data).toMatchObject({
    turns_completed: 3,
    continuation_prompt: 'Go on! ',
    final_stop_reason: 'completed',
    turns,
    totals: { turns: 3 },
  });
});

it('refuses more turns than a session can plan', async () => {
  const argv = ['turn-loop', 'Begin.', '--continuation-prompt', 'More.', '--max-turns', '9999999999'];
  expect((await jsonOf(argv, { cwd: temporaryFolder() })).error).toMatchObject({
    code: 'flag_value_invalid',
    target: '--max-turns',
  });
});

it('names as many matches as --limit allows', async () => {
  const commands = Object.fromEntries(
    ['a', 'b', 'c'].map((name) => [`.claude/commands/deploy-${name}.md`, '# Deploy it']),
  );
  const cwd = scriptedFolder(says('One.'), commands);
  const { data } = await jsonOf(['turn-loop', 'Deploy it.', '--limit', '2', ...model], { cwd });
  expect(data).toMatchObject({ turns: [{ matched_commands: ['deploy-a', 'deploy-b'] }] });
});

it('a deadline for all turns together ends with exit code 2', async () => {
  const cwd = scriptedFolder([{ say: 'One.' }, { hang: true }]);
  const argv = ['turn-loop', 'Begin.', '--continuation-prompt', 'More.', ...model];
  const { error, exit_code } = await overtaken(argv, { cwd }, askedModel(2));
  expect(error).toMatchObject({
    code: 'timeout',
    details: {
      turns_completed: 1,
      turns: [{ output: 'One.' }, {}],
      final_stop_reason: 'timeout',
      final_cancel_observed: true,
    },
  });
  expect(exit_code).toBe(2);
});

it('needs no model: the built-in one answers with the prompt, and the answer says so', async () => {
  const { data } = await jsonOf(['turn-loop', 'hello'], { cwd: temporaryFolder() });
  expect(data).toMatchObject({ turns: [{ output: 'hello' }] });
  expect(data?.['warnings']).toEqual([expect.stringContaining('script:echo')]);
});

it('sends no prompt that says nothing, whichever command it is given to', async () => {
  const cwd = scriptedFolder([{ say: 'Hi.' }]);
  await jsonOf(['run', ...task('One.'), '--session-id', 's'], { cwd });
  const calls = [
    ['turn-loop', ''],
    ['turn-loop', 'Go.', '--continuation-prompt', ' \n'],
    ['bootstrap', '   '],
    ['flush-transcript', ''],
    ['resume', 's', '--task', ''],
  ];
  for (const argv of calls)
    expect((await jsonOf(argv, { cwd })).error, argv.join(' ')).toMatchObject({ code: 'prompt_empty' });
  expect((await jsonOf(['list-sessions'], { cwd })).data).toMatchObject({ count: 1 });
  expect((await jsonOf(['load-session', 's'], { cwd })).data).toMatchObject({
    messages_count: 2,
    records: 7,
  });
});
