// The configs of docs/policies-to-copy.md, as they stand there, with a scripted model that tries what it must not do.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blocksOf } from './documented-scripts.js';
import { temporaryFolder, writeFiles } from './folder.js';
import { hookCall } from './hook-call.js';
import { runCtx } from './in-process.js';
import { memoryProject } from './memory-project.js';

const page = 'docs/policies-to-copy.md';
const files = Object.fromEntries(
  blocksOf(page, 'yaml').map((text) => [/^# (\S+)/.exec(text)?.[1] ?? '', text]),
);

interface Tried {
  readonly call: string;
  readonly denied: boolean;
}

/** The calls of one answer, and which of them the policy denied. */
async function tried(
  config: string,
  calls: readonly (readonly [string, object])[],
  cwd: string,
): Promise<Tried[]> {
  const call = calls.map(([tool, input], index) => ({ id: `c${index}`, tool, input }));
  const script = {
    model: 'script/1',
    price: { input_usd_per_mtok: 1, output_usd_per_mtok: 1 },
    replies: [{ call }, { say: 'Done.' }],
  };
  execFileSync('git', ['init', '-q', '-b', 'main', cwd]);
  const argv = ['run', config, '--model', 'script:s.yaml', '--session-id', 's'];
  writeFiles(cwd, { 's.yaml': JSON.stringify(script), [config]: files[config] ?? '' });
  const answer = await runCtx(argv, { cwd, env: { HOME: temporaryFolder(), PATH: process.env['PATH'] } });
  expect(answer).toMatchObject({ exitCode: 0 });
  const records = readFileSync(join(cwd, '.context/sessions/s.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const denied = new Set(
    records.filter(({ type }) => type === 'tool.denied').map(({ call_id }) => String(call_id)),
  );
  return calls.map(([tool, input], index) => ({
    call: `${tool} ${Object.values(input)[0]}`,
    denied: denied.has(`c${index}`),
  }));
}

it('names every config that its first block runs', () => {
  const [first = ''] = blocksOf(page, 'sh');
  const named = Array.from(first.matchAll(/ctx run (\S+)/g), ([, name]) => name);
  expect(named).toHaveLength(3);
  for (const name of named) expect(Object.keys(files)).toContain(name);
});

it('review.yaml reads, and runs the two git commands alone', async () => {
  const cwd = temporaryFolder({ 'src/a.ts': 'x\n' });
  const calls = await tried(
    'review.yaml',
    [
      ['read', { path: 'src/a.ts' }],
      ['bash', { command: 'git diff main...HEAD' }],
      ['bash', { command: 'git log --oneline main..HEAD' }],
      ['bash', { command: 'git diff --output=src/a.ts' }],
      ['bash', { command: 'git diff main...HEAD; touch made' }],
      ['write', { path: 'src/a.ts', content: 'changed' }],
      ['edit', { path: 'src/a.ts', old_string: 'x', new_string: 'y' }],
    ],
    cwd,
  );
  expect(calls.map(({ denied }) => denied)).toEqual([false, false, false, true, true, true, true]);
  expect(readFileSync(join(cwd, 'src/a.ts'), 'utf8')).toBe('x\n');
  expect(existsSync(join(cwd, 'made'))).toBe(false);
});

it('fix-tests.yaml changes the code, and neither tests nor what npm test means', async () => {
  const cwd = temporaryFolder({
    'src/a.js': 'broken\n',
    'src/a.test.js': 'test\n',
    'tests/b.js': 'test\n',
    'package.json': '{"scripts":{"test":"echo ran > ran"}}',
  });
  const calls = await tried(
    'fix-tests.yaml',
    [
      ['bash', { command: 'npm test' }],
      ['write', { path: 'src/a.js', content: 'mended\n' }],
      ['write', { path: 'src/a.test.js', content: '' }],
      ['write', { path: 'tests/b.js', content: '' }],
      ['write', { path: 'package.json', content: '{}' }],
      ['bash', { command: 'npm publish' }],
      ['bash', { command: 'npm test; rm -rf src' }],
    ],
    cwd,
  );
  expect(calls.map(({ denied }) => denied)).toEqual([false, false, true, true, true, true, true]);
  expect(readFileSync(join(cwd, 'src/a.js'), 'utf8')).toBe('mended\n');
  expect(readFileSync(join(cwd, 'src/a.test.js'), 'utf8')).toBe('test\n');
  expect(existsSync(join(cwd, 'ran'))).toBe(true);
});

it('write-docs.yaml writes documentation, and runs nothing', async () => {
  const cwd = temporaryFolder({ 'README.md': 'old\n', 'docs/a.md': '', 'src/a.ts': '' });
  const calls = await tried(
    'write-docs.yaml',
    [
      ['write', { path: 'docs/new.md', content: 'new\n' }],
      ['edit', { path: 'README.md', old_string: 'old', new_string: 'new' }],
      ['write', { path: 'README.md', content: '' }],
      ['write', { path: 'src/a.ts', content: 'x' }],
      ['bash', { command: 'ls' }],
    ],
    cwd,
  );
  expect(calls.map(({ denied }) => denied)).toEqual([false, false, true, true, true]);
  expect(readFileSync(join(cwd, 'docs/new.md'), 'utf8')).toBe('new\n');
});

it('the rules for hooks deny in Claude Code what they name, and nothing beside it', async () => {
  const no = '(.context/config.yaml, hooks.deny)';
  const project = await memoryProject();
  project.write('config.yaml', files['.context/config.yaml'] ?? '');
  const refusal = async (tool_name: string, tool_input: object) =>
    (await hookCall(project, 'PreToolUse', { tool_name, tool_input })).refusal;
  for (const command of [
    'git push',
    'git -C . push origin main',
    'git reset --hard HEAD~1',
    'git clean -fd',
    'rm -rf x',
  ])
    expect(await refusal('Bash', { command }), command).toContain(no);
  expect(await refusal('Write', { file_path: join(project.root, '.env.local'), content: '' })).toContain(no);
  expect(await refusal('Bash', { command: 'git status' })).toBeUndefined();
  expect(await refusal('Write', { file_path: join(project.root, 'a.ts'), content: '' })).toBeUndefined();
});
