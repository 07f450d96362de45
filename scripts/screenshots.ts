// Makes the pictures in docs/images of a report, the dashboard and a terminal: sessions of the built program, in a browser.
//
//   npm run build && npm run screenshots [-- NAME…]        (CHROMIUM=/path/to/chromium, where it is not in /usr/bin)

import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { latestContract } from '../packages/ctx/test/latest-contract.js';
import { commentPage } from './screenshots/comment-page.js';
import { takeDashboard } from './screenshots/dashboard.js';
import { pictured, picturedTranscript } from './screenshots/pictured-transcript.js';
import { takeTerminal } from './screenshots/terminal.js';

interface Picture {
  readonly name: string;
  readonly page: string;
  /** Of the session of another agent that was imported. */
  readonly imported?: true;
  readonly width: number;
  readonly height: number;
  readonly dark?: true;
  readonly phone?: true;
  /** The element that the picture begins with; the top of the page otherwise. */
  readonly from?: string;
}

const root = join(import.meta.dirname, '..');
const images = join(root, 'docs', 'images');
const pictures: readonly Picture[] = [
  { name: 'report-desktop', page: 'run-repair.html', width: 1000, height: 1360 },
  { name: 'report-dark', page: 'run-obstacles.html', width: 1000, height: 1360, dark: true },
  { name: 'report-conversation', page: 'run-repair.html', width: 1000, height: 1100, from: '#conversation' },
  { name: 'report-index', page: 'index.html', width: 1000, height: 760 },
  { name: 'report-claude-code', page: 'run-main.html', width: 1000, height: 1100, imported: true },
  { name: 'report-phone', page: 'run-repair.html', width: 390, height: 1100, phone: true },
  { name: 'report-phone-index', page: 'index.html', width: 390, height: 900, phone: true },
  { name: 'report-all', page: '../all/index.html', width: 1000, height: 620 },
  { name: 'pull-request-comment', page: '../comment.html', width: 900, height: 840 },
];

const folder = mkdtempSync(join(tmpdir(), 'ctx-pictures-'));
try {
  makeReport(folder);
  mkdirSync(images, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const named = process.argv.slice(2);
  const isWanted = (name: string) => named.length === 0 || named.includes(name);
  if (isWanted('timeline'))
    copyFileSync(join(folder, 'export', 'repair.timeline.png'), join(images, 'timeline.png'));
  for (const picture of pictures) if (isWanted(picture.name)) await take(browser, picture);
  const terminal = join(folder, 'terminal');
  mkdirSync(terminal);
  if (isWanted('terminal')) await takeTerminal(browser, { root, folder: terminal, images });
  const dashboard = join(folder, 'dashboard');
  mkdirSync(dashboard);
  await takeDashboard(browser, { root, folder: dashboard, images, isWanted });
  await browser.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function makeReport(cwd: string): void {
  cpSync(join(latestContract('session'), 'configs'), cwd, { recursive: true });
  const env = {
    PATH: process.env['PATH'],
    HOME: cwd,
    LANG: 'C.UTF-8',
    CTX_DETERMINISTIC: '1',
  };
  const ctx = (...words: string[]) => ctxAt('1767225600', ...words);
  const ctxAt = (epoch: string, ...words: string[]) =>
    execFileSync(process.execPath, [join(root, 'packages/ctx/dist/ctx.cjs'), ...words], {
      cwd,
      env: { ...env, SOURCE_DATE_EPOCH: epoch },
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    });
  ctx('run', 'session.yaml');
  ctx('report', 'contract', '--out', 'report');
  writeFileSync(join(cwd, 'transcript.jsonl'), picturedTranscript(join(cwd, 'website')));
  // A day after it happened.
  ctxAt('1794902400', 'import', './transcript.jsonl', '--directory', 'imported');
  ctx('report', `claude-code-${pictured}`, '--sessions-dir', 'imported', '--out', 'imported-report');
  ctx('export', 'contract', '--out', 'export', '--run-id', 'repair');
  ctx('report', '--all', '--out', 'all');
  const links = [
    '--link',
    'Workflow run=https://example.com/run',
    '--link',
    'Report=https://example.com/report',
  ];
  writeFileSync(
    join(cwd, 'comment.html'),
    commentPage(ctx('export', 'contract', '--format', 'markdown', ...links)),
  );
}

async function take(
  browser: Browser,
  { name, page, imported, width, height, dark, phone, from }: Picture,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: phone ? 2 : 1,
    colorScheme: dark ? 'dark' : 'light',
    javaScriptEnabled: false,
  });
  const tab = await context.newPage();
  await tab.goto(
    `${pathToFileURL(join(folder, imported ? 'imported-report' : 'report', page))}${from ?? ''}`,
  );
  await tab.screenshot({ path: join(images, `${name}.png`) });
  await context.close();
  console.log(`docs/images/${name}.png`);
}
