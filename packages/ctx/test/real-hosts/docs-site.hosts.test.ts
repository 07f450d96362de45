// The docs site in a real browser: it loads under its own policy, fits a phone, and is found by search and navigation.

import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { docsSite } from '../../../../scripts/docs/site.js';
import { repository } from '../built.js';
import { listening } from '../listening.js';
import { axeSays } from './axe-says.js';
import { browser } from './chromium.js';

const site = docsSite(repository, '2026-11-18T00:00:00Z');
const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
  png: 'image/png',
  svg: 'image/svg+xml',
};
/** Long words, wide tables, pictures and code: one page of each kind. */
const shown = [
  'index.html',
  'docs/index.html',
  'docs/policy.html',
  'docs/dashboard.html',
  'docs/cli/run.html',
  'CHANGELOG.html',
];

async function served(): Promise<string> {
  return listening(
    createServer(({ url = '' }, response) => {
      const path = new URL(url, 'http://site').pathname.slice(1);
      const content = site.get(path);
      if (content === undefined) return response.writeHead(404).end();
      response.setHeader('content-type', types[path.split('.').at(-1) ?? ''] ?? 'text/plain');
      return response.end(content);
    }),
  );
}

/** What the browser complained about: scripts that failed, files that are missing, what the policy refused. */
function complaints(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  return said;
}

it.each([
  ['a desktop', { width: 1280, height: 900 }, 'light'],
  ['a desktop in the dark', { width: 1280, height: 900 }, 'dark'],
  ['a phone', { width: 360, height: 740 }, 'light'],
] as const)(
  'every kind of page fits %s, without an error and without an objection of axe',
  async (_, viewport, colorScheme) => {
    const base = await served();
    const page = await (await browser()).newPage({ viewport, colorScheme });
    const said = complaints(page);
    const problems: string[] = [];
    for (const path of shown) {
      await page.goto(`${base}/${path}`);
      const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      if (Number(beyond) > 0) problems.push(`${path}: ${beyond} pixels too wide`);
      for (const each of await axeSays(page)) problems.push(`${path}: ${each}`);
    }
    expect({ problems, said }).toEqual({ problems: [], said: [] });
  },
);

it('leads to a page by search and by the list of pages, which marks where the reader is', async () => {
  const base = await served();
  const page = await (await browser()).newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${base}/index.html`);
  await page.getByLabel('Search the docs').fill('sandbox');
  await page.locator('.found').getByRole('link', { name: 'The sandbox', exact: true }).click();
  await page.waitForURL(`${base}/docs/sandbox.html`);
  await page.getByRole('navigation').getByRole('link', { name: 'Commands', exact: true }).click();
  await page.waitForURL(`${base}/docs/cli/index.html`);
  expect(await page.locator('nav [aria-current=page]').allTextContents()).toEqual(['Commands']);
});

it('keeps its list of pages folded on a phone until it is asked for', async () => {
  const base = await served();
  const page = await (await browser()).newPage({ viewport: { width: 360, height: 740 } });
  await page.goto(`${base}/docs/hooks.html`);
  const link = page.getByRole('navigation').getByRole('link', { name: 'Install', exact: true });
  expect(await link.isVisible()).toBe(false);
  await page.getByText('Pages', { exact: true }).click();
  await link.click();
  await page.waitForURL(`${base}/docs/install.html`);
});
