import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFolder, repository } from '../../../../ctx/test/built.js';
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
  it('holds for the contracts of this repository, through the built program', async () => {
    const { data, error } = await inJson(repository, 'contract', 'run');
    expect(error?.['details'] ?? data).toMatchObject({
      versions: [{ version: 'session/v1-draft', frozen: false, problems: [] }],
    });
    const expected = JSON.parse(
      readFileSync(join(repository, 'contracts/session/v1-draft/expected.json'), 'utf8'),
    );
    expect(data?.['versions']).toMatchObject([expected]);
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
    ['trees that differ', { step: { holds: [{ same_tree: ['a/out', 'a'] }] } }, 'are not the same tree'],
  ])('finds %s', async (_, change, says) => {
    const { error } = await inJson(smallContract(change), 'contract', 'accept', 'v1-draft');
    expect(error).toMatchObject({ code: 'contract_broken', target: 'small/v1-draft' });
    expect(error?.message).toContain(says);
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
