import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { succeeded } from '../src/protocol/envelope.js';
import { toVersion1 } from '../src/protocol/envelope-v1.js';
import { type Answer, repository, runFile } from './built.js';
import { temporaryFolder } from './folder.js';
import { latestContract } from './latest-contract.js';

const page = readFileSync(join(repository, 'docs/migration.md'), 'utf8');
const contract = latestContract('protocol');

/** The code of the page in one language. */
function codeIn(language: string): string {
  const [found, more] = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))];
  if (found?.[1] === undefined || more !== undefined)
    throw new Error(`the page needs one block of ${language}`);
  return found[1];
}

function goldens(envelope: string): object[] {
  const folder = join(contract, 'golden', envelope);
  const names = readdirSync(folder).sort();
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

const withOwnKind = succeeded('verify', { kind: 'report', type: 'x', verdict: 'pass' }, 0);
const answers = {
  '2.0': [...goldens('2.0'), withOwnKind],
  '1.0': [...goldens('1.0'), toVersion1(withOwnKind)],
};
const lines = [...answers['2.0'], ...answers['1.0']].map((answer) => JSON.stringify(answer)).join('\n');

/** What a handler makes of every golden of the protocol contract: the same of both envelopes, and what 2.0 says. */
function check({ exitCode, stdout, stderr }: Answer): void {
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const read = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const half = answers['2.0'].length;
  expect(read).toHaveLength(2 * half);
  expect(read.slice(half)).toEqual(read.slice(0, half));
  expect(read.slice(0, half)).toEqual(answers['2.0'].map(expected));
}

function expected(answer: object): object {
  const {
    timestamp: _,
    exit_code,
    output_format: __,
    schema_version: ___,
    command,
    ...rest
  } = Object(answer);
  return exit_code === 0 ? { ok: true, command, ...rest } : { ok: false, ...rest };
}

it('the handler in Python reads both envelopes', async () => {
  const main = `import json
from client import read_answer
for line in open("answers.jsonl"):
    print(json.dumps(read_answer(json.loads(line))))
`;
  const files = { 'client.py': codeIn('python'), 'main.py': main, 'answers.jsonl': lines };
  check(await runFile('python3', ['main.py'], { cwd: temporaryFolder(files) }));
});

it('the handler in TypeScript reads both envelopes', async () => {
  const main = `import { readFileSync } from 'node:fs';
import { readAnswer } from './client.ts';
for (const line of readFileSync('answers.jsonl', 'utf8').split('\\n')) console.log(JSON.stringify(readAnswer(JSON.parse(line))));
`;
  const files = { 'client.ts': codeIn('ts'), 'main.ts': main, 'answers.jsonl': lines };
  const words = ['--import', import.meta.resolve('tsx'), 'main.ts'];
  check(await runFile(process.execPath, words, { cwd: temporaryFolder(files) }));
});

it('the handler in jq reads both envelopes', async () => {
  const files = { 'read-answer.jq': codeIn('jq'), 'answers.jsonl': lines };
  const words = ['-c', '-f', 'read-answer.jq', 'answers.jsonl'];
  check(await runFile('jq', words, { cwd: temporaryFolder(files) }));
});

it('the page names every promised member of every command, and no other', () => {
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| ((?:`[a-z_]+`(?:, )?)+) \|$/gm)];
  const onPage = rows.map(([, command, names = '']) => [command, names.match(/[a-z_]+/g)]);
  const { commands } = JSON.parse(readFileSync(join(contract, 'members.json'), 'utf8'));
  const promised: { command: string; data: object }[] = commands;
  expect(onPage).toEqual(promised.map(({ command, data }) => [command, Object.keys(data)]));
});
