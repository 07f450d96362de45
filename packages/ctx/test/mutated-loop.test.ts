import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { runNode } from './built.js';
import { temporaryFolder } from './folder.js';
import { latestContract } from './latest-contract.js';

const golden = join(latestContract('session'), 'golden/appended.jsonl');

interface Mutation {
  readonly file: string;
  readonly line: string;
  readonly instead: string;
}

/** The golden session of the contract, replayed by a loop in which one line is another. */
async function replayed(mutation?: Mutation) {
  const file = join(temporaryFolder(), 'replay.mjs');
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'fixtures/replay-file.ts'),
    platform: 'node',
    logLevel: 'silent',
    plugins: mutation === undefined ? [] : [mutating(mutation)],
  });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  const { stdout, stderr } = await runNode([file, golden]);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

function mutating({ file, line, instead }: Mutation) {
  return {
    name: 'mutating',
    transform(code: string, id: string) {
      if (!id.endsWith(`/src/${file}`)) return undefined;
      expect(code.split(line), `${file} has this line once`).toHaveLength(2);
      return code.replace(line, () => instead);
    },
  };
}

const recordOf = (seq: number) => JSON.parse(readFileSync(golden, 'utf8').split('\n')[seq] ?? '');

describe('one line of the loop changed', () => {
  it('none: the golden session of the contract comes out the same', async () => {
    expect((await replayed()).difference).toBeUndefined();
  });

  it.each<[string, Mutation, string, string]>([
    [
      'what a model is told of a denied call',
      { file: 'agent/words-to-model.ts', line: 'It was not run.`', instead: 'It was skipped.`' },
      'model.requested',
      '/request_digest',
    ],
    [
      'which settings a request holds',
      {
        file: 'agent/request-digest.ts',
        line: 'const seen = { system, temperature,',
        instead: 'const seen = { temperature,',
      },
      'model.requested',
      '/request_digest',
    ],
    [
      'how many messages a request says that it keeps',
      {
        file: 'agent/ask-model.ts',
        line: 'kept: conversation.announced,',
        instead: 'kept: conversation.announced + 1,',
      },
      'model.requested',
      '/kept',
    ],
    [
      'what counts as a model call',
      { file: 'session/tally.ts', line: 'turn.model_calls += 1;', instead: 'turn.model_calls += 2;' },
      'turn.closed',
      '/result/model_calls',
    ],
  ])('%s: replay names the record', async (_, mutation, type, path) => {
    const { difference, records } = await replayed(mutation);
    expect(difference).toMatchObject({ type, path, seq: records });
    expect(recordOf(difference.seq).type).toBe(type);
  });
});
