import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { jsonOf, scriptedFolder } from '../../test/scripted.js';
import { recordsOf } from '../../test/session-files.js';

const argv = ['bootstrap', 'Read the path.', '--model', 'script:s.yaml', '--session-id', 's'];

it('gives the set-up, the matches, the turn and the session, and submits the prompt once', async () => {
  const cwd = scriptedFolder([{ say: 'Read.' }], { '.agents/skills/read-path/SKILL.md': '# Reads a path' });
  const { data } = await jsonOf([...argv, '--deny-tool', 'bash'], { cwd });
  expect(data).toMatchObject({
    setup: {
      model: 'script:s.yaml',
      project_root: cwd,
      tools: ['read', 'write', 'edit', 'glob', 'grep', 'list'],
    },
    prompt: 'Read the path.',
    limit: 5,
    persisted_session_path: join(cwd, '.context/sessions/s.jsonl'),
    turn: {
      prompt: 'Read the path.',
      output: 'Read.',
      stop_reason: 'completed',
      cancel_observed: false,
      matched_commands: ['read-path'],
      matched_tools: ['read', 'list', 'glob', 'write', 'grep'],
    },
    warnings: [],
  });
  expect(data?.['routed_matches']).toHaveLength(5);
  expect(data?.['routed_matches']).toContainEqual({
    kind: 'command',
    name: 'read-path',
    score: expect.any(Number),
    source_hint: '.agents/skills/read-path/SKILL.md',
    origin: 'skill',
    reasons: expect.any(Array),
  });
  expect(data?.['command_execution_messages']).toContain(
    'read-path was not run; `ctx exec-command read-path` runs it',
  );
  const opened = recordsOf(join(cwd, '.context/sessions/s.jsonl')).filter(
    ({ type }) => type === 'turn.opened',
  );
  expect(opened).toHaveLength(1);
});

it('says the same in text', async () => {
  const { stdout } = await runCtx(argv, { cwd: scriptedFolder([{ say: 'Read.' }]) });
  expect(stdout).toMatch(/fitting tools +read/);
  expect(stdout).toContain('\nRead.\n');
});

it('says what became of each call of a tool', async () => {
  const call = (path: string) => ({ tool: 'read', input: { path } });
  const cwd = scriptedFolder([{ call: [call('s.yaml'), call('nowhere')] }, { say: 'Read.' }]);
  const { data } = await jsonOf(argv, { cwd });
  expect(data?.['tool_execution_messages']).toEqual(['read was run', 'read failed']);
});

it('needs no model: the built-in one answers with the prompt, and the answer says so', async () => {
  const cwd = temporaryFolder();
  const { data } = await jsonOf(['bootstrap', 'hello'], { cwd });
  expect(data).toMatchObject({ setup: { model: 'script:echo' }, turn: { output: 'hello' } });
  expect(data?.['warnings']).toEqual([expect.stringContaining('script:echo')]);
  expect((await runCtx(['bootstrap', 'hello', '--session-id', 'b'], { cwd })).stderr).toContain(
    'no model is configured',
  );
});

it('gives what it has of a turn that was stopped, as its data would have been', async () => {
  const cwd = scriptedFolder([{ call: [{ tool: 'read', input: { path: 's.yaml' } }] }]);
  const { error } = await jsonOf(argv, { cwd });
  expect(error).toMatchObject({
    code: 'model_error',
    details: {
      prompt: 'Read the path.',
      tool_execution_messages: ['read was run'],
      turn: { stop_reason: 'model_error', cancel_observed: false },
    },
  });
});

it('names only flags that it has where its session is there already', async () => {
  const outside = { cwd: temporaryFolder(), env: { CTX_DETERMINISTIC: '1' } };
  await jsonOf(['bootstrap', 'Hi.'], outside);
  const { error } = await jsonOf(['bootstrap', 'Hi.'], outside);
  expect(error).toMatchObject({
    code: 'session_exists',
    hint: expect.stringMatching(/^Choose another id with `--session-id`,/),
  });
});
