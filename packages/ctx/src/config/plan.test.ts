import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { Failure } from '../protocol/failure.js';
import { planFrom, planFromFile } from './plan.js';

const files = {
  's.yaml': 'model: script/1\nreplies: []\n',
  'work/a.txt': '',
  'schema.json': '{"type":"object"}',
};
const minimal = 'model: script:./s.yaml\nruns: [{ run_id: r1, task: Go. }]';

function plan(config: string, overrides = {}) {
  const cwd = temporaryFolder({ ...files, 'c.yaml': config });
  return planFromFile('c.yaml', cwd, {}, overrides);
}

describe('a plan', () => {
  it('fills in the defaults', async () => {
    expect((await plan(minimal)).runs).toEqual([
      {
        run_id: 'r1',
        prompts: ['Go.'],
        settings: {
          model: 'script:s.yaml',
          script_digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          workspace: '.',
          policy: { allow: [], deny: [], on_deny: 'tell' },
          budget: { max_model_calls_per_turn: 25 },
          match_limit: 5,
        },
      },
    ]);
  });

  it('lets a run win over the session, and the command line over both; policies add up', async () => {
    const config = `
model: script:./s.yaml
system: Session.
temperature: 0
policy: { deny: [a], on_deny: stop }
budget: { max_turns: 9, max_usd: 0.5, timeout_seconds: 1.5 }
runs:
  - { run_id: r1, task: Go., system: Run., policy: { deny: [b], allow: [c] }, budget: { max_turns: 3 } }
`;
    const overrides = { policy: { deny: ['a', 'd'] }, budget: { max_tokens: 7 }, seed: 1, match_limit: 2 };
    expect((await plan(config, overrides)).runs[0]?.settings).toMatchObject({
      system: 'Run.',
      temperature: 0,
      seed: 1,
      match_limit: 2,
      policy: { allow: ['c'], deny: ['a', 'b', 'd'], on_deny: 'stop' },
      budget: { max_turns: 3, max_microusd: 500_000, max_wall_ms: 1500, max_tokens: 7 },
    });
  });

  it.each<[string, string, string | undefined]>([
    ['a provider has the profile edit', 'model: ollama/a', 'edit'],
    ['an allow rule is in the place of a profile', 'model: ollama/a\npolicy: { allow: [read] }', undefined],
    ['a deny rule is not', 'model: ollama/a\npolicy: { deny: [read] }', 'edit'],
    ['what is written wins', 'model: ollama/a\npolicy: { profile: full }', 'full'],
    ['a script has the policy as written', 'model: script:./s.yaml', undefined],
    ['so has the echo', 'model: script:echo', undefined],
    ['also a script can have one', 'model: script:echo\npolicy: { profile: read-only }', 'read-only'],
  ])('has a profile: %s', async (_, config, profile) => {
    const { runs } = await plan(`${config}\nruns: [{ run_id: r1, task: Go. }]`);
    const policy = runs[0]?.settings.policy;
    expect(policy?.profile).toBe(profile);
    expect(policy?.deny.includes('bash(git clean *)')).toBe(profile === 'edit');
    expect(policy?.allow.includes('list')).toBe(profile === 'read-only');
  });

  it.each([
    ['somebody can be asked', 'model: ollama/a', true, ['write', 'edit', 'bash', 'mcp__*'], 'asks'],
    ['nobody can be asked', 'model: ollama/a', false, undefined, 'edits'],
    ['a profile is named', 'model: ollama/a\npolicy: { profile: edit }', true, undefined, undefined],
    ['a rule allows something', 'model: ollama/a\npolicy: { allow: [bash] }', true, undefined, undefined],
    ['a rule asks', 'model: ollama/a\npolicy: { ask: [read] }', true, ['read'], undefined],
    ['a rule only denies', 'model: ollama/a\npolicy: { deny: [bash] }', false, undefined, 'edits'],
    ['a script says what it does', 'model: script:echo', true, undefined, undefined],
  ])('asks by default before something is changed, where %s', async (_, config, asks, ask, by) => {
    const { runs } = await plan(`${config}\nruns: [{ run_id: r1, task: Go. }]`, { asks });
    expect(runs[0]?.settings.policy.ask).toEqual(ask);
    expect(runs[0]?.settings.policy.default).toBe(by);
  });

  it('opens what it asks about beside what it allows, within the profile that the command line names', async () => {
    const config =
      'model: ollama/a\npolicy: { allow: [read], ask: [bash] }\nruns: [{ run_id: r1, task: Go. }]';
    expect((await plan(config, {})).runs[0]?.settings.policy.allow).toEqual(['read', 'bash']);
    const strict = await plan(config, { policy: { profile: 'read-only' } });
    expect(strict.runs[0]?.settings.policy.allow).not.toContain('bash');
  });

  it('does not let a config add to a profile that the command line names', async () => {
    const allow = 'allow: ["*", bash, "bash(git status)", "read(src/**)", "w*"]';
    const config = `model: script:echo\npolicy: { ${allow} }\nruns: [{ run_id: r1, task: Go., policy: { allow: [write] } }]`;
    const { runs } = await plan(config, { policy: { profile: 'read-only', allow: ['bash(ls)'] } });
    expect(runs[0]?.settings.policy.allow).toEqual([
      ...['read', 'glob', 'grep', 'list'],
      ...['read(src/**)', 'bash(ls)'],
    ]);
  });

  it('lets the command line name another profile', async () => {
    const config = 'model: ollama/a\npolicy: { profile: full }\nruns: [{ run_id: r1, task: Go. }]';
    const { runs } = await plan(config, { policy: { profile: 'read-only' } });
    expect(runs[0]?.settings.policy).toMatchObject({ profile: 'read-only', deny: [] });
  });

  it('tells a script called echo from the model', async () => {
    const cwd = temporaryFolder({
      echo: files['s.yaml'],
      'c.yaml': 'model: script:./echo\nruns: [{ run_id: r1, task: Go. }]',
    });
    const { runs } = await planFromFile('c.yaml', cwd, {}, {});
    expect(runs[0]?.settings).toMatchObject({ model: 'script:./echo', script_digest: expect.any(String) });
  });

  it('sends the task and then each continuation', async () => {
    const config = `model: script:s.yaml\nruns:\n  - { run_id: a, task: One., continuation: Two. }\n  - { run_id: b, task: One., continuation: [Two., Three.] }`;
    expect((await plan(config)).runs.map(({ prompts }) => prompts)).toEqual([
      ['One.', 'Two.'],
      ['One.', 'Two.', 'Three.'],
    ]);
  });

  it('has paths relative to the project, whatever the working folder is', async () => {
    const project = temporaryFolder({
      '.git/HEAD': '',
      'deep/c.yaml': 'model: script:../s.yaml\nworkspace: ../work\nruns: [{ run_id: r1, task: Go. }]',
      ...files,
    });
    for (const cwd of [project, join(project, 'deep'), temporaryFolder()]) {
      const { root, runs } = await planFromFile(join(project, 'deep/c.yaml'), cwd, {}, {});
      expect(root).toBe(project);
      expect(runs[0]?.settings).toMatchObject({ model: 'script:s.yaml', workspace: 'work' });
    }
  });

  it('reads a structured output’s schema, and keeps a model that is no script as it is named', async () => {
    const config =
      'model: openai/some\nstructured_output: schema.json\nscratch: true\nruns: [{ run_id: r1, task: Go. }]';
    const settings = (await plan(config)).runs[0]?.settings;
    expect(settings).toMatchObject({
      model: 'openai/some',
      structured_output: { type: 'object' },
      scratch: true,
    });
    expect(settings).not.toHaveProperty('script_digest');
  });

  it('takes the model from CTX_MODEL where nothing else names one', async () => {
    const cwd = temporaryFolder(files);
    const run = { runs: [{ run_id: 'r1', task: 'Go.' }] };
    expect(planFrom(run, cwd, cwd, { CTX_MODEL: 'script:s.yaml' }, {}).runs[0]?.settings.model).toBe(
      'script:s.yaml',
    );
    expect(await codeOf(async () => planFrom(run, cwd, cwd, {}, {}))).toBe('model_missing');
  });
});

it.each([
  ['document_key_unknown', `${minimal}\nbugdet: {}`],
  ['document_key_unknown', 'model: x\nbudget: { max_turn: 1 }\nruns: [{ run_id: r1, task: Go. }]'],
  ['document_invalid', 'model: x\nruns: []'],
  ['document_invalid', 'model: x\nbudget: { max_turns: 0 }\nruns: [{ run_id: r1, task: Go. }]'],
  ['document_invalid', 'model: x\nruns: [{ run_id: "../x", task: Go. }]'],
  ['document_malformed', 'model: x\nmodel: y\nruns: []'],
  ['run_id_repeated', 'model: script:echo\nruns: [{ run_id: a, task: b }, { run_id: a, task: c }]'],
])('refuses with %s: %j', async (code, config) => {
  expect(await codeOf(() => plan(config))).toBe(code);
});

async function codeOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error instanceof Failure ? error.code : String(error);
  }
}
