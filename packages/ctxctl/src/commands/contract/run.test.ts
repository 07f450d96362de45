import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFolder, repository, runBuilt } from '../../../../ctx/test/built.js';
import { envelopeOf } from '../../../../ctx/test/envelope.js';
import { temporaryFolder } from '../../../../ctx/test/folder.js';
import { runCtxctl } from '../../../test/repository.js';

const program = () => join(builtFolder(), 'ctx.cjs');
const inJson = async (cwd: string, ...argv: readonly string[]) =>
  envelopeOf(await runCtxctl([...argv, '--program', program(), '--output-format', 'json'], cwd));

/** A contract of one step and one failure. */
function smallContract(change: { step?: object; failure?: object } = {}): string {
  const step = {
    does: 'a run makes a session',
    in: 'a',
    argv: ['run', '--task', 'Hi.', '--model', 'script:s.yaml', '--out', 'out/s.jsonl', '--session-id', 's'],
    exit_code: 0,
    data: { session_id: 's' },
    ...change.step,
  };
  const failure = {
    does: 'a session that is not there',
    in: 'a',
    argv: ['verify', 'nobody'],
    exit_code: 1,
    error: { code: 'session_unknown' },
    says: 'nobody',
    ...change.failure,
  };
  return temporaryFolder({
    'schemas/commands.json': '{}',
    'contracts/small/versions.json': '{"versions":[{"name":"v1-draft","supported":true}]}',
    'contracts/small/v1-draft/lifecycle.json': JSON.stringify({
      contract: 'small/v1',
      steps: [step],
      failures: [failure],
    }),
    'contracts/small/v1-draft/configs/s.yaml': 'model: script/1\nreplies: [{ say: Hello. }]\n',
  });
}

describe('contract run', () => {
  // Hundreds of calls, each a process: those of a small process take half as long as those of this one.
  it('holds for the contracts of this repository, through the built program', async () => {
    const argv = ['contract', 'run', '--program', program(), '--output-format', 'json'];
    const { data, error } = envelopeOf(await runBuilt('ctxctl', argv, { cwd: repository }));
    expect(error?.['details'] ?? data).toMatchObject({
      versions: [
        {
          version: expect.stringMatching(/^protocol\/v2/),
          members: { data: { of: 71, there: 71 }, missing: { of: 15, there: 15 } },
          problems: [],
        },
        { version: expect.stringMatching(/^session\/v1/), problems: [] },
      ],
    });
  });

  it.each<[string, { step?: object; failure?: object }, string]>([
    ['another exit code', { step: { exit_code: 3 } }, 'a run makes a session: exit code 0'],
    ['another answer', { step: { data: { session_id: 't' } } }, '/data/session_id is "s", not "t"'],
    ['another error', { failure: { error: { code: 'x' } } }, '/error/code is "session_unknown", not "x"'],
    ['another message', { failure: { says: 'somebody' } }, 'a session that is not there: the message is'],
    [
      'something left on disk',
      {
        failure: {
          argv: ['run', '--task', 'x', '--model', 'script:s.yaml'],
          exit_code: 0,
          error: undefined,
          says: '',
        },
      },
      'something on disk was changed',
    ],
    [
      'files that are not the same',
      { step: { holds: [{ same_bytes: ['a/out/s.jsonl', 'a/s.yaml'] }] } },
      'a/out/s.jsonl and a/s.yaml differ',
    ],
    ['a file that is not there alone', { step: { holds: [{ only: ['a/out'] }] } }, 'a/out holds s.jsonl'],
    [
      'a file that does not begin so',
      { step: { holds: [{ starts_with: ['a/out/s.jsonl', 'a/s.yaml'] }] } },
      'a/out/s.jsonl does not begin with a/s.yaml',
    ],
    [
      'a call beside it that did not go on',
      {
        step: {
          beside: { argv: ['version'], once: { file: 'out/never', holds: 'x' } },
        },
      },
      'a run makes a session: the call beside it ended with exit code 0',
    ],
    [
      'a signal that came too late',
      { step: { signal: { name: 'SIGTERM', once: { file: 'out/never', holds: 'x' } }, exit_code: 143 } },
      'a run makes a session: exit code 0',
    ],
    ['trees that differ', { step: { holds: [{ same_tree: ['a/out', 'a'] }] } }, 'are not the same tree'],
  ])('finds %s', async (_, change, says) => {
    const { error } = await inJson(smallContract(change), 'contract', 'accept', 'v1-draft');
    expect(error).toMatchObject({ code: 'contract_broken', target: 'small/v1-draft' });
    expect(error?.message).toContain(says);
  });

  it('names the step that cannot be checked at all, and tries no more', async () => {
    const root = smallContract();
    await inJson(root, 'contract', 'accept', 'v1-draft');
    writeFileSync(join(root, 'hello.cjs'), "console.log('hello')\n");
    const argv = ['contract', 'run', '--program', join(root, 'hello.cjs'), '--output-format', 'json'];
    const { error } = envelopeOf(await runCtxctl(argv, root));
    const says = 'a run makes a session: it answered no JSON: hello\n; what comes after it was not tried';
    expect(error).toMatchObject({
      code: 'contract_broken',
      details: { versions: [{ problems: expect.arrayContaining([says]) }] },
    });
  });

  it('ends the call beside a step that cannot be checked, however that one ends', async () => {
    const once = { file: 'out/there', holds: 'x' };
    const root = smallContract({ step: { beside: { argv: ['beside'], once } } });
    const stub = `
      if (!process.argv.includes('beside')) return console.log('hello');
      require('fs').writeFileSync('out/there', 'x');
      setInterval(() => {}, 1000);
    `;
    writeFileSync(join(root, 'stub.cjs'), stub);
    const argv = ['contract', 'accept', 'v1-draft', '--program', join(root, 'stub.cjs')];
    const { error } = envelopeOf(await runCtxctl([...argv, '--output-format', 'json'], root));
    expect(error).toMatchObject({ code: 'contract_broken' });
    expect(error?.message).toContain('it answered no JSON: hello');
  });

  it('finds a report missing that a program was to write', async () => {
    const root = smallContract({ step: { report_data: ['a/out/report', 'a/out/report.json'] } });
    const { error } = await inJson(root, 'contract', 'accept', 'v1-draft');
    expect(error).toMatchObject({ code: 'contract_broken' });
    expect(error?.message).toMatch(/a run makes a session: ENOENT.*what comes after it was not tried/);
  });

  it('explains a tree that is not the golden one', async () => {
    const root = smallContract();
    const accepted = await inJson(root, 'contract', 'accept', 'small/v1-draft');
    expect((await inJson(root, 'contract', 'run')).data).toMatchObject({
      versions: [{ tree_hash: accepted.data?.['tree_hash'], problems: [] }],
    });
    const golden = join(root, 'contracts/small/v1-draft/golden/s.jsonl');
    writeFileSync(golden, readFileSync(golden, 'utf8').replace('Hello.', 'Howdy.'));
    const { error } = await inJson(root, 'contract', 'run', '--version', 'v1-draft');
    expect(error?.message).toContain('s.jsonl: byte');
    expect(error).toMatchObject({
      code: 'contract_broken',
      details: { versions: [{ problems: [{}, {}].map(() => expect.any(String)) }] },
    });
    const { stderr } = await runCtxctl(['contract', 'run', '--program', program()], root);
    expect(stderr).toContain('ctxctl contract accept');
  });
});

/** A contract about the answers of a program that says what a file says, in either envelope. */
function answerContract(): string {
  const lifecycle = {
    contract: 'said/v1',
    answers: { envelopes: ['2.0', '1.0'], varies: ['/at'] },
    steps: [{ does: 'it speaks', in: 'a', argv: ['say'], exit_code: 0, answer: 'say' }],
    failures: [],
  };
  const members = { commands: [{ command: 'say', data: { words: ['string'], at: 'number' } }] };
  return temporaryFolder({
    'schemas/commands.json': '{}',
    'ctx.cjs': `const data = { words: ['hello'], at: Math.random(), ...JSON.parse(require('fs').readFileSync('said.json')) };
console.log(JSON.stringify(process.argv.includes('1.0') ? { kind: 'say', ...data } : { command: 'say', data }));`,
    'contracts/said/versions.json': '{"versions":[{"name":"v1-draft","supported":true}]}',
    'contracts/said/v1-draft/lifecycle.json': JSON.stringify(lifecycle),
    'contracts/said/v1-draft/members.json': JSON.stringify(members),
    'contracts/said/v1-draft/configs/said.json': '{}',
  });
}

describe('a contract about answers', () => {
  const inContract = async (root: string, said: object, ...argv: readonly string[]) => {
    writeFileSync(join(root, 'contracts/said/v1-draft/configs/said.json'), JSON.stringify(said));
    return envelopeOf(
      await runCtxctl(['contract', ...argv, '--program', 'ctx.cjs', '--output-format', 'json'], root),
    );
  };

  it('is held in both envelopes: an answer may say more than its golden, and nothing less or else', async () => {
    const root = answerContract();
    expect((await inContract(root, {}, 'accept', 'said/v1-draft')).error).toBeUndefined();
    const golden = (envelope: string) =>
      JSON.parse(readFileSync(join(root, `contracts/said/v1-draft/golden/${envelope}/say.json`), 'utf8'));
    expect(golden('2.0')).toEqual({ command: 'say', data: { words: ['hello'], at: '<number>' } });
    expect(golden('1.0')).toEqual({ kind: 'say', words: ['hello'], at: '<number>' });
    const run = (said: object) => inContract(root, said, 'run', '--contract', 'said');
    expect((await run({ more: 1 })).data).toMatchObject({
      versions: [{ members: { data: { of: 2, there: 2 } }, problems: [] }],
    });
    const problemsWith = async (said: object) => {
      const { error } = await run(said);
      const details = JSON.parse(JSON.stringify(error?.['details']));
      return details.versions[0].problems;
    };
    expect(await problemsWith({ words: ['goodbye'] })).toEqual([
      '1.0/say.json: /words/0 is "goodbye", not "hello"',
      '2.0/say.json: /data/words/0 is "goodbye", not "hello"',
    ]);
    expect(await problemsWith({ words: [1] })).toContain(
      'say: data.words[0] in envelope 2.0 is no ["string"]',
    );
    expect(await problemsWith({ words: [] })).toContain('say: data.words: no answer has anything in it');
    expect(await problemsWith({ at: null })).toContain('say: data.at in envelope 2.0 is no "number"');
  });

  it('says which contracts there are where one is named that there is not', async () => {
    const { error } = await inContract(answerContract(), {}, 'run', '--contract', 'nope');
    expect(error).toMatchObject({ code: 'contract_unknown', target: 'nope' });
  });
});
