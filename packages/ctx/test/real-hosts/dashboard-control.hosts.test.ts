// What a page may do with --control: answer for a run, interrupt it, resume it; each as a terminal would, and in the log.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SessionRecord } from '../../src/protocol/records.js';
import { until } from '../processes.js';
import { recordsOf } from '../session-files.js';
import {
  aBrowser,
  begun,
  ctx,
  eventually,
  looker,
  type Place,
  place,
  shownDashboard,
} from './shown-dashboard.js';

const call = (command: string) => ({ call: [{ tool: 'bash', input: { command } }] });
const project = (...replies: readonly object[]) =>
  place({ 's.yaml': JSON.stringify({ model: 'script/1', replies }) });
const run = (at: Place, ...flags: string[]) =>
  begun(
    at,
    'run',
    '--task',
    'Go on.',
    '--session-id',
    's',
    '--model',
    'script:s.yaml',
    '--no-sandbox',
    ...flags,
  );
const records = (at: Place, type: SessionRecord['type']) =>
  recordsOf(join(at.cwd, '.context/sessions/s.jsonl')).filter((record) => record.type === type);

it('answers the questions of a run without a terminal, and the log says what was answered, and where', async () => {
  const hostile = 'echo two >> log # \u202e<img src=x onerror=alert(1)>';
  const at = project(call('echo one >> log'), call(hostile), call('echo three >> log'), { say: 'Done.' });
  const shown = await shownDashboard(at, '--control');
  const { page, problems } = await looker(shown, await aBrowser());
  await page.locator('.dot.live').waitFor();
  const ran = run(at, '--ask-tool', 'bash');
  const question = page.locator('.question');
  await question.getByText('echo one >> log').waitFor();
  await eventually(() => page.locator('.views .count.ask').textContent()).toContain('1');
  await question.getByLabel('Reason, for the log').fill('not yet');
  await question.getByRole('button', { name: 'Deny' }).click();
  await question.getByText('echo two >> log').waitFor();
  expect(await question.textContent()).not.toContain('\u202e');
  // The key for it does the same as the button.
  await question.getByRole('button', { name: 'Allow once', disabled: false }).waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('a');
  await question.getByText('echo three >> log').waitFor();
  await question.getByRole('button', { name: 'Allow for this session' }).click();
  await ran.ended;
  await eventually(() => question.count()).toBe(0);
  expect(readFileSync(join(at.cwd, 'log'), 'utf8')).toBe('two\nthree\n');
  expect(records(at, 'approval.given')).toMatchObject([
    { answer: 'deny', scope: 'once', via: 'browser', reason: 'not yet' },
    { answer: 'allow', scope: 'once', via: 'browser' },
    { answer: 'allow', scope: 'session', via: 'browser' },
  ]);
  expect((await ctx(at, 'verify', 's'))['data']).toMatchObject({ verdict: 'pass' });
  expect(problems).toEqual([]);
});

it('takes no answer to a question in the moment in which it takes the place of another', async () => {
  const at = project(call('echo one >> log'), call('echo two >> log'), { say: 'Done.' });
  const { page, problems } = await looker(await shownDashboard(at, '--control'), await aBrowser());
  await page.locator('.dot.live').waitFor();
  // A hand that was on its way to what stood there before, by key and by mouse.
  await page.evaluate(`
    const seen = new Set();
    new MutationObserver(() => {
      const question = document.querySelector('.question');
      if (question === null || seen.has(question.dataset.question)) return;
      seen.add(question.dataset.question);
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
      question.querySelector('.btn.main').click();
    }).observe(document.body, { childList: true, subtree: true });
  `);
  const ran = run(at, '--ask-tool', 'bash');
  const question = page.locator('.question');
  for (const command of ['one', 'two']) {
    await question.getByText(`echo ${command} >> log`).waitFor();
    await question.getByRole('button', { name: 'Deny' }).click();
  }
  await ran.ended;
  expect(existsSync(join(at.cwd, 'log'))).toBe(false);
  expect(records(at, 'approval.given')).toMatchObject([{ answer: 'deny' }, { answer: 'deny' }]);
  expect(problems).toEqual([]);
});

it('interrupts a run as Ctrl-C would, and resumes it', async () => {
  const at = project(call('touch begun; test -e again || sleep 1000'), { say: 'Done at last.' });
  const shown = await shownDashboard(at, '--control');
  const { page, problems } = await looker(shown, await aBrowser());
  await page.locator('.dot.live').waitFor();
  const ran = run(at, '--allow-tool', 'bash');
  await until(() => existsSync(join(at.cwd, 'begun')) || ran.isOver());
  const card = page.locator('.running');
  await card.getByRole('button', { name: 'Interrupt' }).click();
  await card.getByRole('button', { name: 'Really interrupt?' }).click();
  await ran.ended;
  expect(records(at, 'turn.interrupted')).toHaveLength(1);
  await page.locator('.recent').getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('dialog', { name: 'Resume' }).getByRole('button', { name: 'Resume' }).click();
  await page.locator('.recent .badge', { hasText: 'completed' }).waitFor();
  expect(records(at, 'session.resumed')).toHaveLength(1);
  expect(problems).toEqual([]);
});

it('may do nothing without --control, and says so', async () => {
  const at = project(call('touch begun; sleep 1000'), { say: 'Done.' });
  const { page } = await looker(await shownDashboard(at), await aBrowser());
  await page.getByText('Read-only').first().waitFor();
  const ran = run(at, '--allow-tool', 'bash');
  const button = page.locator('.running').getByRole('button', { name: 'Interrupt' });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  await ran.end();
});
