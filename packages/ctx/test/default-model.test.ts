// The model where neither the line nor its config names one: CTX_MODEL, then the project's file, then the user's.

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './folder.js';
import { runCtx } from './in-process.js';
import { testCredentials } from './model-server.js';
import { jsonOf } from './scripted.js';
import { recordsOf } from './session-files.js';
import { chatChunk, eventStream, wireServer } from './wire-server.js';

const clock = { now: () => Date.UTC(2026, 10, 17), deterministic: false };
const answer = eventStream(chatChunk({ content: 'Done.' }, 'stop'), '[DONE]');

function place({ project, user, ...files }: Readonly<Record<string, string>>) {
  const home = temporaryFolder(user === undefined ? {} : { '.config/ctx/config.yaml': user });
  const cwd = temporaryFolder({ ...(project && { '.context/config.yaml': project }), ...files });
  const env = { HOME: home, PATH: process.env['PATH'], ...testCredentials };
  return {
    cwd,
    home,
    env,
    json: (argv: readonly string[], more = {}) => jsonOf(argv, { cwd, clock, env: { ...env, ...more } }),
  };
}

const shown = ['run', '-p', 'Go.', '--show-context'];

describe('a default model', () => {
  const config = '{ model: anthropic/claude-opus-4-5, runs: [{ run_id: r1, task: Go. }] }';

  it('gives way to whatever is nearer, and says where it comes from', async () => {
    const { json } = place({
      project: 'run: { model: haiku }',
      user: 'run: { model: gpt-5 }',
      'c.yaml': config,
    });
    const seen = async (argv: readonly string[], env = {}) =>
      Object((await json(argv, env)).data)['shown_context'][0];
    const ofEnvironment = { CTX_MODEL: 'gemini-2.5-pro' };
    expect(await seen([...shown, '--model', 'gpt-5-mini'], ofEnvironment)).not.toHaveProperty('model_from');
    expect(await seen(['run', 'c.yaml', '--show-context'], ofEnvironment)).toMatchObject({
      model: 'anthropic/claude-opus-4-5',
    });
    expect(await seen(shown, ofEnvironment)).toMatchObject({
      model: 'google/gemini-2.5-pro',
      model_from: 'environment',
    });
    expect(await seen(shown)).toMatchObject({ model: 'anthropic/claude-haiku-4-5', model_from: 'project' });
    const alone = place({ user: 'run: { model: gpt-5 }' });
    expect((await alone.json(shown)).data).toMatchObject({
      shown_context: [{ model: 'openai/gpt-5', model_from: 'user' }],
    });
    expect((await place({}).json(shown)).error).toMatchObject({ code: 'model_missing' });
  });

  it('is listed by ctx models with the file that names it', async () => {
    const { json, home } = place({ project: 'run: { model: haiku }', user: 'run: { model: gpt-5 }' });
    expect((await json(['models'])).data).toMatchObject({
      default_model: 'haiku',
      default_model_from: '.context/config.yaml',
    });
    const { stdout } = await runCtx(['models'], { cwd: temporaryFolder(), env: { HOME: home } });
    expect(stdout).toContain(`The default model is gpt-5, from ${home}/.config/ctx/config.yaml.`);
  });

  it('is printed before the run, with its effort and address, and stands in the log', async () => {
    const server = await wireServer(answer);
    const user = `run: { model: openai-compatible/local, effort: low, base_url: "${server.url}/v1" }`;
    const { cwd, env } = place({ user });
    const { stderr } = await runCtx(['run', '-p', 'Go.', '--no-sandbox', '--session-id', 's'], {
      cwd,
      env,
      clock,
    });
    expect(stderr).toContain(
      `model: openai-compatible/local with effort low at ${server.url}/v1, from your own config.yaml (the default: --model or CTX_MODEL change it)\n`,
    );
    expect(JSON.parse(server.requests[0]?.body ?? '{}')).toMatchObject({ reasoning_effort: 'low' });
    const opened = recordsOf(join(cwd, '.context/sessions/s.jsonl')).find(
      ({ type }) => type === 'run.opened',
    );
    expect(opened).toMatchObject({ settings: { model_from: 'user', effort: 'low' } });
  });

  it('takes its effort and its address with it: another model has its own', async () => {
    const { json } = place({
      user: 'run: { model: haiku, effort: high, base_url: "http://127.0.0.1:1/v1" }',
    });
    const ran = await json(['run', '-p', 'Go.', '--model', 'script:echo', '--session-id', 's']);
    expect(JSON.stringify(ran)).not.toContain('127.0.0.1:1');
    expect(ran.exit_code).toBe(0);
  });
});

describe('an address', () => {
  // Nothing is ever sent there: a budget of one token stops the run before its first call.
  const url = 'https://models.invalid/v1';

  it('of the project needs trust before anything is sent there; one of the user does not', async () => {
    const project = place({ project: `run: { model: gpt-5, base_url: "${url}" }` });
    expect((await project.json(['run', '-p', 'Go.', '--no-sandbox'])).error).toMatchObject({
      code: 'trust_missing',
      target: '.context/config.yaml#run',
    });
    expect((await project.json(shown)).exit_code).toBe(0);
    const listed = (await project.json(['trust', 'list'])).data;
    expect(listed).toMatchObject({ items: [{ kind: 'model-address', standing: 'untrusted' }] });
    const user = place({ user: `run: { model: gpt-5, base_url: "${url}" }` });
    const stopped = await user.json(['run', '-p', 'Go.', '--no-sandbox', '--max-tokens', '1']);
    expect(stopped.error?.code).toBe('max_budget_reached');
  });

  it('that was named for one provider’s model is not where another’s credential goes', async () => {
    const [named, other] = [await wireServer(answer), await wireServer(answer)];
    const { json } = place({});
    const env = { OPENAI_COMPATIBLE_BASE_URL: `${other.url}/v1` };
    const words = ['--no-sandbox', '--session-id', 's', '--base-url', `${named.url}/v1`];
    await json(['run', '-p', 'Go.', '--model', 'ollama/local', ...words], env);
    await json(['-c', '-p', 'More.', '--model', 'openai-compatible/local'], env);
    expect([named.requests.length, other.requests.length]).toEqual([1, 1]);
  });
});

describe('a file', () => {
  it.each([
    ['names a script', { project: 'run: { model: "script:evil.yaml" }' }, 'default_model_played'],
    ['names a recording', { user: 'run: { model: "replay:s" }' }, 'default_model_played'],
    [
      'loosens a policy',
      { project: 'run: { model: haiku, policy: { profile: full } }' },
      'document_key_unknown',
    ],
    ['has a key that nothing reads', { user: 'model: haiku' }, 'document_key_unknown'],
    ['has an address alone', { user: 'run: { base_url: "http://127.0.0.1/v1" }' }, 'document_invalid'],
    ['has a slip in the name', { project: 'run: { model: hiaku }' }, 'model_unknown'],
  ])('that %s is refused, and nothing is sent', async (_, files, code) => {
    expect((await place(files).json(['run', '-p', 'Go.', '--no-sandbox'])).error).toMatchObject({ code });
  });

  it('of the user that others can write is not used; one with comments says nothing', async () => {
    const { home, json } = place({ user: '# run: { model: haiku }\n' });
    expect((await json(shown)).error).toMatchObject({ code: 'model_missing' });
    const file = join(home, '.config/ctx/config.yaml');
    writeFileSync(file, 'run: { model: haiku }');
    chmodSync(file, 0o666);
    expect((await json(shown)).error).toMatchObject({ code: 'user_config_unusable' });
  });
});

it('the effort of a resumed session is recorded where it changes', async () => {
  const server = await wireServer(answer);
  const { cwd, json } = place({});
  const live = ['--model', 'openai-compatible/local', '--no-sandbox', '--base-url', `${server.url}/v1`];
  await json(['run', '-p', 'Go.', ...live, '--session-id', 's']);
  await json(['resume', 's', '--task', 'More.', '--effort', 'high']);
  await json(['-c', '-p', 'Again.', '--effort', 'high']);
  await json(['-c', '-p', 'And again.', '--effort', 'low']);
  expect(server.requests.map(({ body }) => JSON.parse(body).reasoning_effort)).toEqual([
    undefined,
    'high',
    'high',
    'low',
  ]);
  const resumed = recordsOf(join(cwd, '.context/sessions/s.jsonl')).filter(
    (record) => record.type === 'session.resumed',
  );
  expect(resumed.map(({ effort }) => effort)).toEqual([
    { from: null, to: 'high' },
    undefined,
    { from: 'high', to: 'low' },
  ]);
  expect((await json(['verify', 's'])).exit_code).toBe(0);
  expect((await json(['replay', 's', '--verify'])).exit_code).toBe(0);
});
