import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCtx } from '../../test/in-process.js';
import { jsonOf, scriptedFolder, task } from '../../test/scripted.js';

async function recorded() {
  const cwd = scriptedFolder([
    { say: 'Looking.', call: [{ tool: 'bash', input: { command: 'echo found' } }] },
    { say: 'Found.' },
  ]);
  await jsonOf(['run', ...task('Look.'), '--session-id', 's'], { cwd });
  return { cwd, path: join(cwd, '.context/sessions/s.jsonl') };
}

it('gives the facts of a session, by its id and by its file', async () => {
  const { cwd, path } = await recorded();
  const byId = await jsonOf(['load-session', 's'], { cwd });
  const byPath = await jsonOf(['load-session', path], { cwd });
  expect(byPath.data).toEqual(byId.data);
  expect(byId.data).toMatchObject({
    session_id: 's',
    loaded: true,
    messages_count: 5,
    input_tokens: expect.any(Number),
    output_tokens: expect.any(Number),
    directory: join(cwd, '.context/sessions'),
    path,
    torn: false,
    runs: [{ run_id: 'r1', stop_reason: 'completed', turns: 1, totals: { tool_calls: 1 } }],
    unfinished_runs: [],
  });
  expect(byId.data).not.toHaveProperty('transcript');
});

it('gives the transcript with --messages, also as text', async () => {
  const { cwd } = await recorded();
  const { data } = await jsonOf(['load-session', 's', '--messages'], { cwd });
  expect(data).toMatchObject({
    transcript: {
      runs: [
        {
          turns: [
            {
              messages: [
                { role: 'user', text: 'Look.' },
                { role: 'assistant', text: 'Looking.' },
                { role: 'tool_call', tool: 'bash' },
                { role: 'tool_result', output: 'found\n' },
                { role: 'assistant', text: 'Found.' },
              ],
            },
          ],
        },
      ],
    },
  });
  expect((await runCtx(['load-session', 's', '--messages'], { cwd })).stdout).toContain('> Found.');
});

it('says that the last line is torn, and refuses a chain that is broken', async () => {
  const { cwd, path } = await recorded();
  appendFileSync(path, '{"torn');
  expect((await jsonOf(['load-session', 's'], { cwd })).data).toMatchObject({ torn: true });
  expect((await runCtx(['load-session', 's'], { cwd })).stdout).toContain('torn last line');
  writeFileSync(path, readFileSync(path, 'utf8').replace('Looking.', 'Cooking.'));
  expect((await jsonOf(['load-session', 's'], { cwd })).error).toMatchObject({ code: 'session_broken' });
});

it('refuses an id that leaves the folder before any path is made', async () => {
  const { cwd } = await recorded();
  expect((await jsonOf(['load-session', '..'], { cwd })).error).toMatchObject({ code: 'session_id_invalid' });
});

it('says of one that is not there that nothing was loaded', async () => {
  const { cwd } = await recorded();
  expect(await jsonOf(['load-session', 'nobody'], { cwd })).toMatchObject({
    name: 'nobody',
    found: false,
    loaded: false,
    error: { kind: 'session_not_found', target: 'nobody' },
  });
});

it.each([
  ['load-session', 'JSON of others', '{"a":1}\n'],
  ['load-session', 'text', 'hello\nworld\n'],
  ['report', 'text without an end', 'hello'],
  ['verify', 'JSON of others', '{"a":1}\n'],
  ['verify', 'text without an end', 'hello'],
  ['replay', 'text', 'hello\n'],
  ['resume', 'text', 'hello\n'],
])('%s says of a file with %s that it is no session, and never to delete it', async (command, _, content) => {
  const cwd = scriptedFolder([], { 'a.jsonl': content });
  const { error } = await jsonOf([command, './a.jsonl'], { cwd });
  expect(error?.message).toBe(`${join(cwd, 'a.jsonl')} is not a session of ctx.`);
  expect(error?.hint).toBe('`ctx list-sessions` lists your sessions.');
});
