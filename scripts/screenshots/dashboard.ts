// Pictures of the dashboard: the built `ctx ui` on a project of its own, with sessions that the built program wrote.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { latestContract } from '../../packages/ctx/test/latest-contract.js';
import { picturedTranscript } from './pictured-transcript.js';

interface DashboardPicture {
  readonly name: string;
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly dark?: true;
  /** What has to be there before the picture is taken. */
  readonly shows: string;
}

const desktop = { width: 1280, height: 860 };
const phone = { width: 390, height: 844 };
const lab = encodeURIComponent('deny:\n  - bash(rm *)\n  - bash(node *)\n  - write(.env*)\nask:\n  - bash\n');

const pictures: readonly DashboardPicture[] = [
  { name: 'dashboard-now', path: '/', ...desktop, shows: '.running' },
  { name: 'dashboard-sessions', path: '/sessions', ...desktop, shows: '.place .session-row' },
  {
    name: 'dashboard-session-dark',
    path: '/sessions/contract?run=obstacles',
    ...desktop,
    dark: true,
    shows: '.lanes',
  },
  { name: 'dashboard-trends', path: '/trends?range=30', ...desktop, shows: '.bars' },
  {
    name: 'dashboard-policy-dark',
    path: `/policy?rules=${lab}`,
    ...desktop,
    dark: true,
    shows: '.denied li',
  },
  { name: 'dashboard-phone', path: '/', ...phone, shows: '.running' },
  { name: 'dashboard-phone-dark', path: '/sessions', ...phone, dark: true, shows: '.place .session-row' },
];

interface Surroundings {
  readonly root: string;
  /** An empty folder. */
  readonly folder: string;
  readonly images: string;
  readonly isWanted: (name: string) => boolean;
}

export async function takeDashboard(
  browser: Browser,
  { root, folder, images, isWanted }: Surroundings,
): Promise<void> {
  const wanted = pictures.filter(({ name }) => isWanted(name));
  if (wanted.length === 0) return;
  const cwd = join(folder, 'website');
  const home = join(folder, 'home');
  mkdirSync(cwd);
  mkdirSync(home);
  const program = join(root, 'packages/ctx/dist/ctx.cjs');
  const env = { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' };
  const ctxWith = (more: Readonly<Record<string, string>>, ...words: string[]) =>
    execFileSync(process.execPath, [program, ...words], {
      cwd,
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const start = (...words: string[]) => spawn(process.execPath, [program, ...words], { cwd, env });
  recordSessions(cwd, ctxWith);
  const started = [start('run', 'importer.yaml'), start('run', 'login.yaml')];
  try {
    await until(() => ['importer', 'login'].every((id) => existsSync(join(cwd, `${id}.begun`))));
    const server = start('ui', '--port', '0', '--control', '--output-format', 'stream-json');
    started.push(server);
    const address = new URL(await addressOf(server));
    for (const picture of wanted) await take(browser, picture, address, images);
  } finally {
    for (const child of started) {
      if (child.exitCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
}

const price = { input_usd_per_mtok: 3, output_usd_per_mtok: 15 };
const tasks = [
  ['Find out why the footer date is off by one', 'The footer shows the local day now.', 8_200],
  [
    'Add a --json flag to the export command',
    'The flag is there, with a test and its line in the help.',
    21_400,
  ],
  [
    'Upgrade the TypeScript compiler and fix what breaks',
    'Three files needed a new type. The build passes.',
    46_100,
  ],
  ['Explain how the session chain works', 'Each record carries the hash of the one before it.', 5_300],
  ['Draft the release notes for 0.2', 'The notes are in CHANGELOG.md.', 12_900],
  ['Write an end-to-end test for the checkout', 'The test runs against the built site.', 33_700],
] as const;

type Call = (env: Readonly<Record<string, string>>, ...words: string[]) => void;

/** Days before today, so that there is something to see in a month. */
const daysAgo = [21, 19, 18, 16, 14, 13, 12, 9, 8, 7, 6, 4, 3, 2, 1, 0];

function recordSessions(cwd: string, ctx: Call): void {
  cpSync(join(latestContract('session'), 'configs'), cwd, { recursive: true });
  ctx({}, 'init');
  for (const [i, days] of daysAgo.entries()) {
    const [task, say, tokens] = tasks[i % tasks.length] ?? tasks[0];
    const input_tokens = Math.round(tokens * (1 + (i % 5) / 3));
    const usage = { input_tokens, output_tokens: Math.round(input_tokens / 14) };
    const script = JSON.stringify({ model: 'script/1', price, replies: [{ say, usage }] });
    writeFileSync(join(cwd, `t${i}.script.yaml`), script);
    const at = Math.floor(Date.now() / 1000) - days * 86_400 - i * 317;
    const then = { CTX_DETERMINISTIC: '1', SOURCE_DATE_EPOCH: String(at) };
    ctx(then, 'run', '--task', task, '--session-id', `task-${i}`, '--model', `script:t${i}.script.yaml`);
    utimesSync(join(cwd, '.context/sessions', `task-${i}.jsonl`), at, at);
  }
  writeFileSync(join(cwd, 'transcript.jsonl'), picturedTranscript(cwd));
  ctx({}, 'import', './transcript.jsonl');
  ctx({}, 'run', 'session.yaml');
  waiting(cwd, 'importer', 'Repair the flaky importer test', [
    'The test fails because the importer reads the file before it is written whole. I will make it wait for the rename, then run the test again.',
    'npx vitest run src/importer.test.ts',
  ]);
  waiting(cwd, 'login', 'Write an end-to-end test for the login', [
    'I have read the routes. Next I start the server and look at what the form sends.',
    'npm start -- --port 0',
  ]);
}

/** A session that works until it is ended: its command says that it has begun, and waits. */
function waiting(cwd: string, id: string, task: string, [say, command]: readonly [string, string]): void {
  const usage = { input_tokens: 18_400, output_tokens: 950 };
  const call = [{ tool: 'bash', input: { command: `: ${command}; touch ${id}.begun; sleep 600` } }];
  const policy = { allow: ['bash'] };
  const budget = { max_turns: 6, max_tokens: 60_000, max_usd: 0.2 };
  const script = { model: 'script/1', price, replies: [{ say, usage, call }] };
  writeFileSync(join(cwd, `${id}.script.yaml`), JSON.stringify(script));
  const config = {
    session_id: id,
    model: `script:./${id}.script.yaml`,
    policy,
    budget,
    runs: [{ run_id: 'main', task }],
  };
  writeFileSync(join(cwd, `${id}.yaml`), JSON.stringify(config));
}

async function addressOf(server: ChildProcess): Promise<string> {
  let said = '';
  for await (const piece of server.stdout ?? []) {
    said += piece;
    const [, address] = /"url":"([^"]+)"/.exec(said) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`ctx ui ended: ${said}`);
}

async function take(
  browser: Browser,
  picture: DashboardPicture,
  address: URL,
  images: string,
): Promise<void> {
  const { name, path, width, height, dark, shows } = picture;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: width < 500 ? 2 : 1,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  const tab = await context.newPage();
  const url = new URL(path, address);
  url.searchParams.set('token', address.searchParams.get('token') ?? '');
  await tab.goto(url.href);
  await tab.locator(shows).first().waitFor();
  await tab.locator('.dot.live').first().waitFor();
  await tab.screenshot({ path: join(images, `${name}.png`) });
  await context.close();
  console.log(`docs/images/${name}.png`);
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}
