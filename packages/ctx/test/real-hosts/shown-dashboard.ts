// The built `ctx ui` as a process of its own, and pages of it in a real browser.

import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { builtFolder, cleanEnvironment, runBuilt } from '../built.js';
import { temporaryFolder } from '../folder.js';
import { until } from '../processes.js';
import { browser, longest } from './chromium.js';

export interface Place {
  readonly cwd: string;
  readonly home: string;
}

export interface ShownDashboard extends Place {
  /** With its token. */
  readonly address: string;
  readonly base: string;
  readonly port: number;
  readonly pid: number;
  end(): Promise<void>;
}

const quietly = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A project with the files given and a home beside it. */
export function place(files: Readonly<Record<string, string>>): Place {
  const top = temporaryFolder();
  const [cwd, home] = [temporaryFolder(files), join(top, 'home')];
  mkdirSync(home);
  return { cwd, home };
}

/** A call of the built program in it; its answer. */
export async function ctx({ cwd, home }: Place, ...argv: string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr, exitCode } = await runBuilt('ctx', [...argv, '--output-format', 'json'], {
    cwd,
    env: { HOME: home },
  });
  if (exitCode !== 0) throw new Error(`${argv.join(' ')}: ${exitCode} ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

/** Starts the built program, and ends it with the test. */
export function begun({ cwd, home }: Place, ...argv: string[]) {
  const child = spawn(process.execPath, [join(builtFolder(), 'ctx.cjs'), ...argv], {
    cwd,
    env: cleanEnvironment(home),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  let isOver = false;
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => {
      isOver = true;
      resolve();
    });
  });
  const end = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  onTestFinished(end);
  return { child, said: () => said, isOver: () => isOver, ended, end };
}

export async function shownDashboard(at: Place, ...words: string[]): Promise<ShownDashboard> {
  const port = words.includes('--port') ? [] : ['--port', '0'];
  const { child, said, isOver, end } = begun(at, 'ui', ...port, ...words, '--output-format', 'stream-json');
  await until(() => /"url":"[^"]+"/.test(said()) || isOver());
  const [, address] = /"url":"([^"]+)"/.exec(said()) ?? [];
  if (address === undefined || child.pid === undefined) throw new Error(said());
  const { origin, port: own } = new URL(address);
  return { ...at, address, base: origin, port: Number(own), pid: child.pid, end };
}

export interface Looker {
  readonly page: Page;
  /** What went wrong in it: errors, violations of its policy, requests to anybody else. */
  readonly problems: string[];
  go(path: string): Promise<void>;
}

export const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: longest });

export function aBrowser(...args: string[]): Promise<Browser> {
  return browser(...quietly, ...args);
}

/** A page of the dashboard, already let in. */
export async function looker(
  { address, base }: ShownDashboard,
  started: Browser,
  options: BrowserContextOptions = {},
): Promise<Looker> {
  const context = await started.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // A server that is gone is reported by the browser itself.
    if (
      message.type() === 'error' &&
      !/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE/.test(message.text())
    )
      problems.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${base}/`) && !/^(?:blob|data):/.test(request.url()))
      problems.push(`request: ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(address);
  return {
    page,
    problems,
    async go(path) {
      await page.goto(`${base}${path}`);
    },
  };
}

/**
 * Until `letGo`, requests of this path do not go out, or their answers, which the server has given by then, do not come in: all of them,
 * or so many that those who were held before have the rest.
 */
export async function held(page: Page, path: string, what: 'requests' | 'answers', times?: number) {
  const [asked, isLetGo] = [gate(), gate()];
  await page.route(
    `**${path}`,
    async (route) => {
      const response = what === 'answers' ? await route.fetch() : undefined;
      asked.open();
      await isLetGo.opened;
      await (response === undefined ? route.continue() : route.fulfill({ response }));
    },
    times === undefined ? {} : { times },
  );
  return { asked: asked.opened, letGo: isLetGo.open };
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}
