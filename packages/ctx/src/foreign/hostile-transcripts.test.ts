import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { importTest } from '../../test/imported-transcript.js';
import { verifySession } from '../evidence/verify/verify-session.js';
import { Failure } from '../protocol/failure.js';
import { claudeAnswer, claudeEnvelope, claudeLines, claudeResult } from './fixtures/claude-lines.js';
import { textOf } from './fixtures/line.js';
import { transcriptOf } from './fixtures/transcripts.js';
import { transcriptHosts } from './known-hosts.js';
import { recogniseTranscript } from './recognise.js';

const seed = { seed: 20261116, numRuns: 60 };

/** Whatever a file holds: a session that verifies, or a clear failure. */
function importsOrSaysWhy(test: ReturnType<typeof importTest>): void {
  try {
    recogniseTranscript(test.transcript);
    const result = test.again({ ended: true });
    if (typeof result === 'object' && 'log' in result)
      expect(verifySession(result.log)).toMatchObject({ verdict: 'pass', findings: [] });
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
  }
}

it.each(transcriptHosts)('any change to a transcript of %s imports or fails with a code', (host) => {
  const text = transcriptOf(host);
  const values = fc.constantFrom(
    'null',
    '[]',
    '{}',
    '-1',
    '1e400',
    '"\\u0000\\u001b[2J"',
    'true',
    '{"__proto__":{"x":1}}',
    '[[[[]]]]',
    '"x"',
  );
  const change = fc.oneof(
    fc.record({ kind: fc.constant('cut' as const), at: fc.nat(text.length), with: fc.constant('') }),
    fc.record({ kind: fc.constant('put' as const), at: fc.nat(text.length), with: values }),
    fc.record({ kind: fc.constant('line' as const), at: fc.nat(40), with: values }),
    fc.record({ kind: fc.constant('twice' as const), at: fc.nat(40), with: fc.constant('') }),
    fc.record({ kind: fc.constant('member' as const), at: fc.nat(200), with: values }),
  );
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const test = importTest(host);
      test.write(changes.reduce(changed, text));
      importsOrSaysWhy(test);
    }),
    seed,
  );
});

function changed(text: string, { kind, at, with: what }: { kind: string; at: number; with: string }): string {
  const lines = text.split('\n');
  switch (kind) {
    case 'cut':
      return text.slice(0, at) + text.slice(at + 7);
    case 'put':
      return text.slice(0, at) + what + text.slice(at);
    case 'line':
      return lines.map((line, i) => (i === at % lines.length ? what : line)).join('\n');
    case 'twice':
      return lines.flatMap((line, i) => (i === at % lines.length ? [line, line] : [line])).join('\n');
    default: {
      let member = 0;
      return text.replace(/("(?:[a-zA-Z_]+)":)("(?:[^"\\]|\\.)*"|\d+|true|false|null)/g, (all, name) =>
        member++ === at ? `${name}${what}` : all,
      );
    }
  }
}

it('keeps by digest what is nested 200,000 deep, and goes on', () => {
  const test = importTest('claude-code');
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const call = JSON.stringify(
    claudeAnswer(20, 'msg_deep', { type: 'tool_use', id: 'd', name: 'Bash', input: 'DEEP' }),
  );
  test.write(
    `${textOf(claudeLines())}${call.replace('"DEEP"', deep)}\n${textOf([claudeResult(21, 'd', 'x')])}{"type":"deep","x":${deep}}\n`,
  );
  importsOrSaysWhy(test);
  expect(test.records().at(-1)).toMatchObject({
    unknown: [{ type: 'away-report' }, { type: 'deep', count: 1 }],
  });
});

it('keeps a line of 100 MB by its digest, in bounded memory', () => {
  const test = importTest('claude-code');
  test.write(textOf(claudeLines()));
  execFileSync('sh', [
    '-c',
    `head -c 100000000 /dev/zero | tr '\\0' 'x' >> "${test.transcript}"; echo >> "${test.transcript}"`,
  ]);
  importsOrSaysWhy(test);
  expect(statSync(test.log).size).toBeLessThan(100_000);
  const tooLong = {
    type: 'a line that is too long to hold',
    count: 1,
    digest: expect.stringMatching(/^sha256:/),
  };
  expect(test.records().at(-1)).toMatchObject({
    unknown: expect.arrayContaining([expect.objectContaining(tooLong)]),
  });
});

it('takes names of prototypes, escape sequences and NULs for the texts that they are', () => {
  const test = importTest('claude-code');
  const line = claudeEnvelope(1, {
    type: 'user',
    message: { role: 'user', content: 'a\u0000b\u001b]0;x\u0007' },
  });
  const odd = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map(
    (type) => `{"type":"${type}","__proto__":{"polluted":1}}\n`,
  );
  test.write(`${textOf([line, claudeAnswer(2, '__proto__', { type: 'text', text: 'x' })])}${odd.join('')}`);
  importsOrSaysWhy(test);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(test.records().find(({ type }) => type === 'turn.opened')).toMatchObject({
    prompt: 'a\u0000b\u001b]0;x\u0007',
  });
});

it.each(transcriptHosts)(
  'takes sums of %s for unknown that are too large to be exact, and forgives a mark of the byte order',
  (host) => {
    for (const most of ['9007199254740991', '1125899906842624', '1e308', '-1', '"12"']) {
      const test = importTest(host);
      const tokens = /("\w*[tT]okens?\w*":|"input":|"output":|"cached":|"read":)\s*\d+/g;
      test.write(`\ufeff${transcriptOf(host).replace(tokens, `$1${most}`)}`);
      expect(test.done()).toMatchObject({ turns: 1, answers: 3 });
      expect(verifySession(test.log)).toMatchObject({ verdict: 'pass' });
    }
  },
);

it('does not go round in circles of parents, and keeps subagents of an older file apart', () => {
  const test = importTest('claude-code');
  const side = (number: number, parentUuid: string, more: object) => ({
    ...claudeEnvelope(number, { ...more }),
    isSidechain: true,
    parentUuid,
  });
  test.write(
    textOf([
      claudeEnvelope(1, { type: 'user', message: { role: 'user', content: 'Go.' } }),
      side(2, 'u3', { type: 'user', message: { role: 'user', content: 'Look.' } }),
      side(3, 'u2', claudeAnswer(3, 'side_1', { type: 'text', text: 'Seen.' })),
      claudeAnswer(4, 'm1', { type: 'text', text: 'Done.' }),
    ]),
  );
  importsOrSaysWhy(test);
  expect(test.records().filter(({ type }) => type === 'run.opened')).toMatchObject([
    { run_id: 'main' },
    { parent: { run_id: 'main' } },
  ]);
});

it('says that a folder or a missing file is none', () => {
  const test = importTest('codex');
  expect(() => test.again()).toThrow(expect.objectContaining({ code: 'file_not_found' }));
  expect(() => recogniseTranscript(join(test.folder))).toThrow(Failure);
});
