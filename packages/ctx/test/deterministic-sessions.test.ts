import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFolder, runBuilt, runFile } from './built.js';
import { temporaryFolder, writeFiles } from './folder.js';
import { linesOf, recordsOf } from './session-files.js';

const files = {
  'session.yaml': `
model: script:./agent.script.yaml
workspace: ./work
scratch: true
policy: { deny: ["bash(rm *)"] }
runs:
  - run_id: r1
    task: Write the greeting, and read it back.
    continuation: [And once more.]
  - run_id: r2
    task: Try something that is denied.
    model: script:./denied.script.yaml
`,
  'agent.script.yaml': `
model: script/1
replies:
  - say: Writing.
    call:
      - { tool: write, input: { path: "grüße \u2028.txt", content: "hello\\n" } }
      - { tool: bash, input: { command: "cat gr*.txt; date -d @0 +%H:%M%Z" } }
    usage: { input_tokens: 10, output_tokens: 5 }
  - fault: { status: 529, retry_after: 1 }
  - say: Done.
  - say: Once more.
`,
  'denied.script.yaml': `
model: script/1
replies:
  - call: [{ tool: bash, input: { command: rm -rf / } }]
  - say: So be it.
`,
  'more.yaml': `
model: script:./denied.script.yaml
workspace: ./work
policy: { deny: ["bash(rm *)"] }
runs: [{ run_id: r3, task: Again. }]
`,
  'work/here.txt': 'here\n',
};

const deterministic = { CTX_DETERMINISTIC: '1' };

describe('in deterministic mode', () => {
  it('simulate and run give the same bytes, again and again, in other folders, homes, zones, locales and umasks', async () => {
    const sessions = await Promise.all([
      session('simulate', {}),
      session('run', {}),
      session('run', { HOME: temporaryFolder({ '.claude/commands/greeting.md': '# Write the greeting' }) }),
      session('run', { TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' }),
      session('simulate', { TZ: 'America/St_Johns', LC_ALL: 'xx_YY.UTF-8', LANGUAGE: 'de' }, '077'),
      session('run', { USER: 'somebody', LOGNAME: 'somebody' }, '000', 'a/much/deeper/folder'),
    ]);
    const [first = ''] = sessions;
    expect(first).not.toBe('');
    for (const other of sessions) expect(other).toBe(first);
  });

  it('starts the clock at SOURCE_DATE_EPOCH and moves it by a millisecond a record', async () => {
    const folder = temporaryFolder(files);
    const env = { ...deterministic, SOURCE_DATE_EPOCH: '1700000000' };
    await runBuilt('ctx', ['run', 'session.yaml', '--out', 's.jsonl'], { cwd: folder, env });
    const times = recordsOf(join(folder, 's.jsonl')).map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.map((_, i) => 1_700_000_000_000 + i));
  });

  it('--append keeps what is there byte for byte, and goes on from its time', async () => {
    const folder = temporaryFolder(files);
    const surroundings = { cwd: folder, env: deterministic };
    await runBuilt('ctx', ['run', 'session.yaml', '--out', 's.jsonl'], surroundings);
    const before = readFileSync(join(folder, 's.jsonl'), 'utf8');
    const appended = await runBuilt('ctx', ['simulate', 'more.yaml', '--append', './s.jsonl'], surroundings);
    expect(appended.exitCode).toBe(0);
    const after = readFileSync(join(folder, 's.jsonl'), 'utf8');
    expect(after.startsWith(before)).toBe(true);
    const records = recordsOf(join(folder, 's.jsonl'));
    expect(records.map(({ at }) => Date.parse(at))).toEqual(records.map((_, i) => i));
    expect(records.flatMap((record) => (record.type === 'run.opened' ? [record.run_id] : []))).toEqual([
      'r1',
      'r2',
      'r3',
    ]);
  });

  it('a run id that is already there is refused, and nothing is written', async () => {
    const folder = temporaryFolder(files);
    const surroundings = { cwd: folder, env: deterministic };
    await runBuilt('ctx', ['run', 'session.yaml', '--out', 's.jsonl'], surroundings);
    const before = readFileSync(join(folder, 's.jsonl'));
    const refused = await runBuilt(
      'ctx',
      ['run', 'session.yaml', '--append', './s.jsonl', '--output-format', 'json'],
      surroundings,
    );
    expect(JSON.parse(refused.stdout).error).toMatchObject({ code: 'run_id_repeated', target: 'r1' });
    expect(refused.exitCode).toBe(1);
    expect(readFileSync(join(folder, 's.jsonl'))).toEqual(before);
  });
});

it('the session names no path, user or version of the machine', async () => {
  const folder = temporaryFolder(files);
  await runBuilt('ctx', ['run', 'session.yaml', '--out', 's.jsonl'], { cwd: folder, env: deterministic });
  const text = linesOf(join(folder, 's.jsonl')).join('\n');
  for (const word of [folder, process.version, process.platform, `"pid"`]) expect(text).not.toContain(word);
});

async function session(
  command: string,
  env: Record<string, string>,
  umask = '022',
  below = '.',
): Promise<string> {
  const top = temporaryFolder();
  const folder = join(top, below);
  mkdirSync(folder, { recursive: true });
  writeFiles(folder, files);
  const line = `umask ${umask}; exec "$0" "$@"`;
  const words = [
    process.execPath,
    join(builtFolder(), 'ctx.cjs'),
    command,
    'session.yaml',
    '--out',
    's.jsonl',
    '--progress',
    'none',
  ];
  const answer = await runFile('/bin/sh', ['-c', line, ...words], {
    cwd: folder,
    env: { ...deterministic, ...env },
  });
  expect(answer.stderr).toBe('');
  expect(answer.exitCode).toBe(0);
  return readFileSync(join(folder, 's.jsonl'), 'utf8');
}
