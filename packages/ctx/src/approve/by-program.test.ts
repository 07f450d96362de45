import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { jsonOf, scriptOf } from '../../test/scripted.js';
import { recordsOf } from '../../test/session-files.js';

async function asked(
  program: string,
  flags: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
) {
  const cwd = temporaryFolder({
    's.yaml': scriptOf(
      { call: [{ tool: 'bash', input: { command: 'echo made > made' } }] },
      { say: 'Done.' },
    ),
    'ok.sh': program,
    ...files,
  });
  const env = {
    PATH: process.env['PATH'],
    HOME: temporaryFolder(),
    OPENAI_API_KEY: 'sk-not-for-the-program',
  };
  const approve = files['c.yaml'] === undefined ? ['--approve', 'sh ./ok.sh'] : [];
  const what =
    files['c.yaml'] === undefined
      ? ['--task', 'Go.', '--model', 'script:s.yaml', '--ask-tool', 'bash']
      : ['c.yaml'];
  const envelope = await jsonOf(['run', ...what, '--session-id', 's', ...approve, ...flags], { cwd, env });
  const path = join(cwd, '.context/sessions/s.jsonl');
  const given = existsSync(path) ? recordsOf(path).find(({ type }) => type === 'approval.given') : undefined;
  return { cwd, envelope, given, made: existsSync(join(cwd, 'made')) };
}

const says = (answer: object) => `cat > question.json; echo '${JSON.stringify(answer)}'`;

describe('a program that is asked in a person’s place', () => {
  it('gets the question as JSON, without credentials, and its answer is taken', async () => {
    const program = `${says({ answer: 'allow', by: 'grace', reason: 'tests are fine' })}; env > environment`;
    const { cwd, given, made } = await asked(program);
    expect(made).toBe(true);
    expect(given).toMatchObject({
      answer: 'allow',
      scope: 'once',
      via: 'program',
      by: 'grace',
      reason: 'tests are fine',
    });
    expect(JSON.parse(readFileSync(join(cwd, 'question.json'), 'utf8'))).toEqual({
      version: 1,
      session_id: 's',
      run_id: 'r1',
      model: 'script:s.yaml',
      workspace: cwd,
      call_id: expect.any(String),
      tool: 'bash',
      input: { command: 'echo made > made' },
      rule: 'bash',
      preview: null,
    });
    expect(readFileSync(join(cwd, 'environment'), 'utf8')).not.toContain('sk-not-for-the-program');
  });

  it.each([
    ['says no', says({ answer: 'deny', by: 'grace' }), [], 'grace', undefined],
    ['says something else', says({ answer: 'maybe' }), [], null, /did not answer with/],
    ['says more than it may', says({ answer: 'allow', forever: true }), [], null, /did not answer with/],
    [
      'answers for the whole project',
      says({ answer: 'allow', scope: 'project' }),
      [],
      null,
      /did not answer with/,
    ],
    ['answers twice', `echo '{"answer":"deny","answer":"allow"}'`, [], null, /did not answer with/],
    [
      'answers twice in other letters',
      `printf '%s' '{"answer":"deny","\\u0061nswer":"allow"}'`,
      [],
      null,
      /did not answer with/,
    ],
    ['says nothing', 'exit 0', [], null, /did not answer with/],
    ['fails after it said yes', `${says({ answer: 'allow' })}; exit 3`, [], null, /exit code 3/],
    ['is not there', 'no-such-program-anywhere', [], null, /exit code 127/],
    ['says too much', 'yes | head -c 100000', [], null, /too much/],
    ['never answers', 'while :; do sleep 600; done', ['--approve-timeout', '0.3'], null, /within 0.3 s/],
  ])('denies where it %s', async (_, program, flags, by, reason) => {
    const { given, made, envelope } = await asked(program, flags);
    expect(made).toBe(false);
    expect(envelope).toMatchObject({ exit_code: 0 });
    expect(given).toMatchObject({
      answer: 'deny',
      via: 'program',
      by,
      ...(reason && { reason: expect.stringMatching(reason) }),
    });
  });

  const config = `model: script:s.yaml
approve: { command: sh ./ok.sh }
policy: { ask: [bash] }
runs: [{ run_id: r1, task: Go. }]
`;

  it('is refused where only a config names it and nobody trusts it', async () => {
    const { envelope, cwd } = await asked(says({ answer: 'allow' }), [], { 'c.yaml': config });
    expect(envelope).toMatchObject({
      exit_code: 1,
      error: { code: 'trust_missing', target: 'c.yaml#approve' },
    });
    expect(existsSync(join(cwd, 'question.json'))).toBe(false);
    const trusted = await asked(says({ answer: 'allow' }), ['--trust'], { 'c.yaml': config });
    expect(trusted).toMatchObject({ made: true, given: { answer: 'allow' } });
  });
});
