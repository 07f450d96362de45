// What people wait for when they use a project's memory by hand, and whether the brief's estimate keeps its promise.

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { tokensAtMost } from '../packages/ctx/src/memory/tokens.js';
import { timed } from './figures.js';
import { benchEnvironment, limited, processRatios, type Row } from './measure.js';
import { ctx, inFolder } from './place.js';
import type { Suite } from './run.js';

const repository = join(import.meta.dirname, '..');

const suite: Suite = {
  title: 'Memory',
  run: () =>
    inFolder(async (home) => {
      return [...wholeProcesses(home), ...growth(home), await parallelAdds(home), ...estimate()];
    }),
};

export default suite;

function wholeProcesses(home: string): Row[] {
  const small = project(home, 'small');
  for (let i = 0; i < 10; i++) call(home, small, ['remind', `reminder ${i}`]);
  const entries = Array.from({ length: 1000 }, (_, i) => ({ text: `entry ${i}: ${prose(i, 12)}` }));
  for (const { text } of entries.slice(0, 3)) call(home, small, ['pad', 'add', text]);
  fillPad(
    home,
    small,
    entries.map(({ text }) => text),
  );
  const ordinary = project(home, 'ordinary');
  call(home, ordinary, ['pad', 'add', 'one entry']);
  call(home, ordinary, ['remind', 'one reminder']);
  call(home, ordinary, ['task', 'add', 'one task']);
  const large = project(home, 'large');
  fillLedgers(large, 5000);
  const talkative = project(home, 'talkative');
  fillSessions(talkative, 1000, 100_000);
  const env = { HOME: home };
  return processRatios(
    [
      { name: 'pad with 1,000 entries, encrypted', argv: [ctx, 'pad'], cwd: small, env, limit: 2.5 },
      { name: 'remind list', argv: [ctx, 'remind', 'list'], cwd: small, env, limit: 1.4 },
      { name: 'status, with some of everything', argv: [ctx, 'status'], cwd: ordinary, env, limit: 2 },
      {
        name: 'brief over 5,000 entries',
        argv: [ctx, 'brief', '--budget', '2000'],
        cwd: large,
        env,
        limit: 4,
      },
      { name: 'search over 1,000 sessions', argv: [ctx, 'search', 'needle'], cwd: talkative, env, limit: 6 },
    ],
    21,
  );
}

/** What ten times as much costs, to what so much costs: a little over ten where it grows with it, not a hundred. */
function growth(home: string): Row[] {
  const archive = (tasks: number) => {
    const folder = project(home, `archive-${tasks}`);
    const line = (i: number) =>
      `- [${i % 2 === 0 ? 'x' : ' '}] task number ${i} <!-- ctx ${i} 2026-01-01T00:00:00Z -->\n`;
    writeFileSync(
      join(folder, '.context/TASKS.md'),
      Array.from({ length: tasks }, (_, i) => line(i + 1)).join(''),
    );
    return timed(() => call(home, folder, ['task', 'archive', '--output-format', 'json']));
  };
  const search = (sessions: number) => {
    const folder = project(home, `search-${sessions}`);
    fillSessions(folder, sessions, 1_000);
    return timed(() => call(home, folder, ['search', 'nowhere-to-be-found']));
  };
  return [
    limited('task archive of 100,000 tasks, to 10,000', archive(100_000) / archive(10_000), 15, '×'),
    limited('search over 100,000 sessions, to 10,000', search(100_000) / search(10_000), 2, '×'),
  ];
}

/** A hundred at once, to a hundred one after another. */
async function parallelAdds(home: string): Promise<Row> {
  const adds = 100;
  const alone = project(home, 'alone');
  const before = performance.now();
  for (let i = 0; i < adds; i++) call(home, alone, ['pad', 'add', `entry ${i}`]);
  const inTurn = performance.now() - before;

  const crowded = project(home, 'crowded');
  const start = performance.now();
  await Promise.all(
    Array.from({ length: adds }, (_, i) => ended(home, crowded, ['pad', 'add', `entry ${i}`])),
  );
  const atOnce = performance.now() - start;

  const { data } = JSON.parse(call(home, crowded, ['pad', '--output-format', 'json']));
  const survived: number = data.entries.length;
  const row = limited('100 parallel pad add, to as many in turn', atOnce / inTurn, 3, '×');
  return {
    ...row,
    measured: `${row.measured}, ${survived} of ${adds} survived`,
    holds: row.holds && survived === adds,
  };
}

/** Sources that name a model's special tokens mean the text. */
const asText = { disallowedSpecial: new Set<string>() };

/** The estimate that keeps `brief` within its budget, against two tokenizers in wide use. */
function estimate(): Row[] {
  const ratios = texts().flatMap((text) => {
    const most = tokensAtMost(text);
    return [most / countO200k(text, asText), most / countCl100k(text, asText)];
  });
  const [least = 0, most = 0] = [Math.min(...ratios), Math.max(...ratios)];
  return [
    {
      name: `the estimate of tokens, to what ${ratios.length / 2} texts have`,
      measured: `${least.toFixed(2)} to ${most.toFixed(2)} ×`,
      limit: 'never below 1',
      holds: least >= 1,
    },
  ];
}

/** Every Markdown page, source and YAML file of this repository, and a few lines in other scripts. */
function texts(): string[] {
  const listed = spawnSync('git', ['ls-files', '-z', '*.md', '*.ts', '*.yaml', '*.json'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const files = listed.stdout
    .split('\0')
    .filter((name) => name !== '' && !name.startsWith('bench/recommend/cases'));
  const own = files.map((name) => readFileSync(join(repository, name), 'utf8').slice(0, 20_000));
  const scripts = [
    'Die Änderung größerer Übertragungen benötigt eine Bestätigung.',
    'Перед слиянием ветки проверьте журнал сеанса.',
    'セッションの記録を確認してから、ブランチをマージしてください。',
    '合并分支之前，请检查会话日志。',
    'راجع سجل الجلسة قبل دمج الفرع.',
    'शाखा को मिलाने से पहले सत्र लॉग की जाँच करें।',
    '👩‍💻 ✅ → ≤ ½ “quoted” — dash',
  ];
  return [...own, ...scripts].filter((text) => text.trim() !== '');
}

function project(home: string, name: string): string {
  const folder = join(home, name);
  mkdirSync(folder);
  call(home, folder, ['init']);
  return folder;
}

function call(home: string, cwd: string, words: readonly string[], input?: string): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [ctx, ...words], {
    cwd,
    env: benchEnvironment({ HOME: home }),
    encoding: 'utf8',
    ...(input === undefined ? {} : { input }),
  });
  if (status !== 0) throw new Error(`ctx ${words.join(' ')} failed: ${stderr}${stdout}`);
  return stdout;
}

function ended(home: string, cwd: string, words: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [ctx, ...words], {
      cwd,
      env: benchEnvironment({ HOME: home }),
      stdio: 'ignore',
    });
    child.on('error', reject);
    child.on('exit', () => resolve());
  });
}

/** Through the program's own import, so that the pad is what a user would have. */
function fillPad(home: string, folder: string, entries: readonly string[]): void {
  const file = join(home, 'pad.md');
  const at = '2026-01-01T00:00:00Z';
  const parts = entries.map((text, i) => `\n## ${i + 1} ${at}\n> ${text}\n`);
  writeFileSync(file, `<!-- ctx pad 1, next id ${entries.length + 1}. -->\n${parts.join('')}`);
  call(home, folder, ['pad', 'import', file]);
}

function fillLedgers(folder: string, items: number): void {
  const files = readdirSync(join(folder, '.context')).filter((name) => /^[A-Z]+\.md$/.test(name));
  for (const [f, name] of files.entries()) {
    const lines = Array.from({ length: items / files.length }, (_, i) =>
      name === 'TASKS.md'
        ? `- [ ] Task ${i}: ${prose(f * items + i, 8)}\n`
        : `\n## Item ${i}: ${prose(i, 5)}\n\n${prose(i + f, 30)}\n`,
    );
    const path = join(folder, '.context', name);
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n${lines.join('')}`);
  }
}

function fillSessions(folder: string, sessions: number, bytes: number): void {
  const store = join(folder, '.context', 'sessions');
  mkdirSync(store, { recursive: true });
  writeFileSync(join(folder, 's.yaml'), `model: script/1\nreplies: [{ say: "${prose(1, 100)}" }]\n`);
  const model = ['--model', 'script:s.yaml'];
  call(folder, folder, [
    'run',
    '--task',
    prose(2, 80),
    ...model,
    '--out',
    'first.jsonl',
    '--session-id',
    'first',
  ]);
  const [, , turn = ''] = readFileSync(join(folder, 'first.jsonl'), 'utf8').split('\n');
  const line = `${turn}\n`.repeat(Math.ceil(bytes / (turn.length + 1)));
  for (let i = 0; i < sessions; i++) {
    const needle = i % 100 === 0 ? line.replace('prompt":"', 'prompt":"needle ') : line;
    writeFileSync(join(store, `session-${i}.jsonl`), needle);
  }
}

const words =
  'the loop writes every record before it asks the model again so that nothing is lost when a process dies'.split(
    ' ',
  );

function prose(seed: number, length: number): string {
  return Array.from({ length }, (_, i) => words[(seed * 7 + i * 3) % words.length]).join(' ');
}
