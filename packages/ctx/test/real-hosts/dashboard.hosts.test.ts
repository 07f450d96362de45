// Every view of the dashboard in a real browser, with sessions that the built program wrote.

import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { latestContract } from '../latest-contract.js';
import { aBrowser, ctx, eventually, held, looker, place, shownDashboard } from './shown-dashboard.js';

/** The contract's own session: two runs, with denials, failures, repairs and diffs; and a small one beside it. */
async function project() {
  const at = place({
    'package.json': JSON.stringify({ name: 'site', devDependencies: { typescript: '^5', vitest: '^3' } }),
    'hello.yaml': JSON.stringify({ model: 'script/1', replies: [{ say: 'All tests pass.' }] }),
  });
  cpSync(join(latestContract('session'), 'configs'), at.cwd, { recursive: true });
  await ctx(at, 'run', 'session.yaml');
  await ctx(at, 'run', '--task', 'Say hello.', '--session-id', 'hello', '--model', 'script:hello.yaml');
  return at;
}

const heading = (page: Page) => page.locator('h1');

it('shows every session view of a real session, with the verdict of verify, and gives it as files', async () => {
  const shown = await shownDashboard(await project());
  const { page, problems, go } = await looker(shown, await aBrowser());
  await page.getByRole('link', { name: 'The test sum.test.mjs fails' }).click();
  await eventually(() => heading(page).textContent()).toContain('The test sum.test.mjs fails');
  expect(page.url()).toBe(`${shown.base}/sessions/contract`);
  await page.getByText('Removing was denied, so nothing is gone.').waitFor();
  expect(await page.locator('.lanes svg').count()).toBeGreaterThan(3);
  await go('/sessions/contract?run=repair&tab=conversation');
  await page.getByText('expected 7, got 0').first().waitFor();
  await go('/sessions/contract?run=repair&tab=changes');
  await page.locator('.diff .add').first().waitFor();
  await go('/sessions/contract?tab=findings');
  await page.locator('td .badge', { hasText: 'denied' }).first().waitFor();
  await go('/sessions/contract?tab=evidence');
  await page.locator('[data-verdict=pass]').waitFor();
  const { chain_head } = Object((await ctx(shown, 'verify', 'contract'))['data']);
  await page.locator('dd code', { hasText: chain_head }).first().waitFor();
  await page.getByText('Download', { exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Transcript in Markdown' }).click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toContain('sum.test.mjs');
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Report', exact: true }).click(),
  ]);
  expect(report.suggestedFilename()).toMatch(/^report-contract\.zip$/);
  expect(problems).toEqual([]);
});

it('finds sessions by what the address says, which survives a reload, and compares two', async () => {
  const shown = await shownDashboard(await project());
  const { page, problems, go } = await looker(shown, await aBrowser());
  const rows = page.locator('.place .session-row');
  await go('/sessions');
  await eventually(() => rows.count()).toBe(2);
  await page.getByRole('searchbox').fill('hello');
  await eventually(() => rows.count()).toBe(1);
  expect(page.url()).toBe(`${shown.base}/sessions?text=hello`);
  await page.reload();
  await eventually(() => rows.count()).toBe(1);
  await page.getByRole('combobox', { name: 'Any result' }).selectOption('completed');
  await eventually(() => rows.count()).toBe(1);
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await eventually(() => rows.count()).toBe(2);
  await page.getByRole('checkbox', { name: /Say hello/ }).check();
  await page.getByRole('checkbox', { name: /sum.test/ }).check();
  await page.getByRole('link', { name: 'Compare' }).click();
  await eventually(() => heading(page).textContent()).toBe('Compare');
  await page.getByRole('row', { name: /tool calls 0 9 \+9|tool calls 9 0 −9/ }).waitFor();
  await page.getByRole('rowheader', { name: 'bash' }).waitFor();
  expect(problems).toEqual([]);
});

it('sums up cost and failures as ctx stats does, with a table behind every chart and CSV', async () => {
  const shown = await shownDashboard(await project());
  const { page, problems, go } = await looker(shown, await aBrowser());
  await go('/trends?range=all');
  const charts = page.locator('.card:has(.bars), .card:has(.ranks)');
  await eventually(() => charts.count()).toBe(5);
  expect(await charts.locator('.behind').count()).toBe(5);
  const { total } = Object((await ctx(shown, 'stats'))['data']);
  await page
    .locator('.tile', { hasText: 'denied' })
    .getByText(String(total.denials), { exact: true })
    .waitFor();
  const agents = page.locator('.card', { has: page.getByText('Table: By agent') });
  await agents.getByText('Table: By agent').click();
  await agents.getByRole('cell', { name: 'ctx', exact: true }).waitFor();
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    agents.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(readFileSync(await csv.path(), 'utf8')).toMatch(/^name,sessions,.*\r\nctx,/);
  expect(problems).toEqual([]);
});

it('says at once what rules would have denied, and where they cannot be read', async () => {
  const shown = await shownDashboard(await project());
  const { page, problems, go } = await looker(shown, await aBrowser());
  await go('/policy');
  const rules = page.getByRole('textbox', { name: 'Rules as YAML' });
  await rules.fill('deny:\n  - bash(node *)\n');
  await page.locator('.rules li', { hasText: 'bash(node *)' }).waitFor();
  await page.locator('.denied li', { hasText: 'node sum.test.mjs' }).first().waitFor();
  await page.reload();
  await page.locator('.rules li', { hasText: 'bash(node *)' }).waitFor();
  await page.locator('.denied a').first().click();
  await page.locator('.wanted').first().waitFor();
  await page.goBack();
  await rules.fill('deny: [bash(');
  await page.getByRole('alert').waitFor();
  // The browser reports the refusal itself.
  expect(problems.filter((each) => !each.includes('422'))).toEqual([]);
});

it('reads the memory, and writes to it with --control alone', async () => {
  const at = await project();
  await ctx(at, 'init');
  await ctx(at, 'decision', 'add', 'Use SQLite', '--because', 'one file');
  await ctx(at, 'pad', 'add', 'the-secret-of-the-pad');
  const readOnly = await looker(await shownDashboard(at), await aBrowser());
  await readOnly.go('/memory?kind=decisions');
  await readOnly.page.getByText('Use SQLite').waitFor();
  expect(await readOnly.page.getByRole('button', { name: 'Add' }).count()).toBe(0);
  expect(await readOnly.page.content()).not.toContain('the-secret-of-the-pad');
  const { page, problems, go } = await looker(await shownDashboard(at, '--control'), await aBrowser());
  await go('/memory?kind=tasks');
  await page.getByLabel('New task').fill('Test the importer');
  await page.getByRole('button', { name: 'Add' }).click();
  await page
    .locator('.memory li', { hasText: 'Test the importer' })
    .getByRole('button', { name: 'Done' })
    .click();
  await page.locator('.memory .is-done', { hasText: 'Test the importer' }).waitFor();
  const { items } = Object((await ctx(at, 'task', 'list', '--all'))['data']);
  expect(items).toMatchObject([{ title: 'Test the importer', done: true }]);
  await go('/memory');
  await page.getByLabel('New reminder').fill('Renew the certificate');
  await page.getByRole('button', { name: 'Add' }).click();
  await page
    .locator('.memory li', { hasText: 'Renew the certificate' })
    .getByRole('button', { name: 'Dismiss' })
    .click();
  await page.getByText('No reminders yet').waitFor();
  expect(problems).toEqual([]);
});

it('shows what the repository is made of, and why', async () => {
  const shown = await shownDashboard(await project());
  const { page, problems, go } = await looker(shown, await aBrowser());
  await go('/catalog');
  await page
    .getByRole('row', { name: /vitest/ })
    .getByText('package.json')
    .first()
    .waitFor();
  await page.getByRole('searchbox').fill('write end-to-end tests in a browser');
  await page.getByRole('button', { name: 'Recommend' }).click();
  await eventually(() => page.url()).toContain('task=write');
  await page.locator('.offer .because').first().waitFor();
  expect(problems).toEqual([]);
});

it('can be used by keyboard alone, and says how', async () => {
  const shown = await shownDashboard(await project());
  const { page, problems } = await looker(shown, await aBrowser());
  await page.locator('.recent li').first().waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await help.waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await eventually(() => heading(page).textContent()).toBe('Sessions');
  await page.keyboard.press('/');
  await page.keyboard.type('sum.test');
  await eventually(() => page.locator('.place .session-row').count()).toBe(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await page.locator('h1').click();
  await page.keyboard.press('j');
  await page.locator('.session-row.active').waitFor();
  await page.keyboard.press('Enter');
  await eventually(() => heading(page).textContent()).toContain('sum.test.mjs');
  await page.keyboard.press('5');
  await page.locator('[data-verdict=pass]').waitFor();
  await page.keyboard.press('u');
  await eventually(() => heading(page).textContent()).toBe('Sessions');
  expect(problems).toEqual([]);
});

it('takes no key while the list of keys is open, and every key from the moment it is closed', async () => {
  const shown = await shownDashboard(await project());
  const { page, problems } = await looker(shown, await aBrowser());
  await page.locator('.recent li').first().waitFor();
  // In one task of the page, so that no event of the dialog and no frame comes between two keys.
  const pressed = await page.evaluate(`
    const press = (key) =>
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    for (const key of ['?', 'g', 't']) press(key);
    const list = document.querySelector('dialog[open]');
    const whileOpen = [list?.querySelector('h2').textContent, location.pathname];
    list?.close();
    for (const key of ['g', 's']) press(key);
    ({ whileOpen, onceClosed: location.pathname });
  `);
  expect(pressed).toEqual({ whileOpen: ['Keyboard', '/'], onceClosed: '/sessions' });
  await eventually(() => heading(page).textContent()).toBe('Sessions');
  expect(problems).toEqual([]);
});

it('goes where a key leads from the moment the first view is there', async () => {
  const shown = await shownDashboard(await project());
  const { page, problems, go } = await looker(shown, await aBrowser());
  await page.addInitScript(`
    const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    const seen = new MutationObserver(() => {
      if (document.querySelector('h1') === null) return;
      seen.disconnect();
      for (const key of ['g', 't']) press(key);
    });
    seen.observe(document, { childList: true, subtree: true });
  `);
  await go('/catalog');
  await eventually(() => heading(page).textContent()).toBe('Cost and trends');
  expect(page.url()).toBe(`${shown.base}/trends`);
  expect(problems).toEqual([]);
});

it('moves the focus with the view, and takes it from nothing that a person went to meanwhile', async () => {
  const shown = await shownDashboard(await project());
  const { page, problems } = await looker(shown, await aBrowser());
  const focused = () => page.evaluate('document.activeElement.textContent');
  const link = page.locator('.recent').getByRole('link', { name: 'The test sum.test.mjs fails' });
  const answer = await held(page, '/api/sessions/contract', 'answers');
  await link.click();
  await eventually(focused).toBe('contract');
  await page.getByRole('link', { name: 'Policy lab' }).focus();
  answer.letGo();
  await page.getByText('Removing was denied, so nothing is gone.').waitFor();
  expect(await focused()).toBe('Policy lab');
  await page.keyboard.press('Enter');
  await eventually(focused).toBe('Policy lab');
  expect(await page.evaluate('document.activeElement.localName')).toBe('h1');
  expect(problems).toEqual([]);
});

it('keeps light or dark as it was chosen, and its token out of the address', async () => {
  const shown = await shownDashboard(await project());
  const { page, go } = await looker(shown, await aBrowser(), { colorScheme: 'dark' });
  const html = page.locator('html');
  await eventually(() => html.getAttribute('data-theme')).toBe('dark');
  await eventually(() => page.url()).toBe(`${shown.base}/`);
  await page.getByRole('button', { name: 'Light' }).click();
  await eventually(() => html.getAttribute('data-theme')).toBe('light');
  await go('/trends');
  await eventually(() => html.getAttribute('data-theme')).toBe('light');
  // Another tab has no token of its own, and gets it from this one.
  const tab = await page.context().newPage();
  await tab.goto(`${shown.base}/sessions`);
  await tab.locator('.place .session-row').first().waitFor();
  const stranger = await (await page.context().browser()?.newContext())?.newPage();
  await stranger?.goto(`${shown.base}/sessions`);
  await stranger?.getByText('This page needs its token').waitFor();
});
