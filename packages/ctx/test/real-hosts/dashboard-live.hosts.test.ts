// The dashboard while things happen: a session that goes on, tabs that come and go, a server that is gone.

import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../ports.js';
import { until } from '../processes.js';
import {
  aBrowser,
  begun,
  ctx,
  eventually,
  held,
  looker,
  type Place,
  place,
  shownDashboard,
} from './shown-dashboard.js';

/** A run whose command says that it has begun, and ends when it is told to. */
const waits = {
  call: [
    { tool: 'bash', input: { command: 'touch begun; until test -e go; do sleep 0.05; done; echo went' } },
  ],
};
const project = () =>
  place({
    'waits.yaml': JSON.stringify({
      model: 'script/1',
      replies: [{ say: 'I wait for it.', ...waits }, { say: 'It came.' }],
    }),
    'says.yaml': JSON.stringify({ model: 'script/1', replies: [{ say: 'Said.' }] }),
  });
const task = (id: string, script: string) => [
  '--task',
  `Task of ${id}.`,
  '--session-id',
  id,
  '--model',
  `script:${script}.yaml`,
];

async function waiting(at: Place, id: string) {
  const run = begun(at, 'run', ...task(id, 'waits'), '--no-sandbox', '--allow-tool', 'bash');
  await until(() => existsSync(join(at.cwd, 'begun')) || run.isOver());
  return run;
}

it('shows a session from its first call to its last word without a reload', async () => {
  const at = project();
  const shown = await shownDashboard(at);
  const { page, problems } = await looker(shown, await aBrowser());
  await page.getByText('Nothing is running').waitFor();
  const run = await waiting(at, 'one');
  const card = page.locator('.running', { hasText: 'Task of one.' });
  await card.locator('.doing', { hasText: 'bash' }).getByText('until test -e go').waitFor();
  await eventually(() => page.locator('.views .count').textContent()).toContain('1');
  await card.getByRole('link', { name: 'Open' }).click();
  await page.getByText('It is under way: this page follows it.').waitFor();
  await page.getByRole('link', { name: 'Conversation' }).click();
  await page.getByText('I wait for it.').first().waitFor();
  writeFileSync(join(at.cwd, 'go'), '');
  await page.getByText('It came.').first().waitFor();
  await page.locator('.over .badge', { hasText: 'completed' }).waitFor();
  await run.ended;
  expect(problems).toEqual([]);
});

it('shows what ran before the page was opened', async () => {
  const at = project();
  await waiting(at, 'early');
  const { page } = await looker(await shownDashboard(at), await aBrowser());
  await page.locator('.running', { hasText: 'Task of early.' }).getByText('until test -e go').waitFor();
  writeFileSync(join(at.cwd, 'go'), '');
  await page.getByText('Nothing is running').waitFor();
});

it('keeps every tab true, also after the one is closed that held the connection', async () => {
  const at = project();
  const shown = await shownDashboard(at);
  const first = await looker(shown, await aBrowser());
  await first.page.locator('.dot.live').waitFor();
  const second = await first.page.context().newPage();
  await second.goto(`${shown.base}/sessions`);
  await second.getByText('No sessions yet').waitFor();
  await ctx(at, 'run', ...task('a', 'says'));
  await second.getByRole('link', { name: 'Task of a.' }).waitFor();
  // Until it has a connection of its own, nobody tells it anything.
  const events = await held(second, '/api/events', 'requests');
  await first.page.close();
  await events.asked;
  await ctx(at, 'run', ...task('b', 'says'));
  events.letGo();
  await second.getByRole('link', { name: 'Task of b.' }).waitFor();
});

it('keeps what it is told while an older list is still on its way', async () => {
  const at = project();
  const { page, go } = await looker(await shownDashboard(at), await aBrowser());
  const list = await held(page, '/api/sessions?limit=200', 'answers');
  await go('/sessions');
  await list.asked;
  await waiting(at, 'new');
  await eventually(() => page.locator('.views .count').textContent()).toContain('1');
  list.letGo();
  await page.getByRole('link', { name: 'Task of new.' }).waitFor();
});

it('opens the session that was chosen, also where another one has come before it', async () => {
  const at = project();
  await ctx(at, 'run', ...task('a', 'says'));
  const { page, go } = await looker(await shownDashboard(at), await aBrowser());
  await go('/sessions');
  await page.getByRole('link', { name: 'Task of a.' }).waitFor();
  await page.keyboard.press('j');
  const chosen = page.locator('.session-row.active');
  await chosen.getByText('Task of a.').waitFor();
  await ctx(at, 'run', ...task('b', 'says'));
  await page.locator('[aria-rowindex="2"]', { hasText: 'Task of b.' }).waitFor();
  await chosen.getByText('Task of a.').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('h1', { hasText: 'Task of a.' }).waitFor();
});

it('says that the server cannot be reached, and catches up by itself when it can', async () => {
  const at = project();
  const shown = await shownDashboard(at);
  const line = await lineTo(shown.port);
  const { page } = await looker(
    shown,
    await aBrowser(`--host-resolver-rules=MAP 127.0.0.1 127.0.0.1:${line.port}`),
  );
  await page.locator('.dot.live').waitFor();
  await line.cut();
  await page.getByText('The server has stopped.').waitFor();
  await ctx(at, 'run', ...task('missed', 'says'));
  await line.mend();
  await page.locator('.dot.live').waitFor();
  await page.locator('.recent', { hasText: 'Task of missed.' }).waitFor();
  expect(await page.getByText('The server has stopped.').count()).toBe(0);
});

/** A wire between a browser and a server, which can be cut. */
async function lineTo(port: number) {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => open.delete(one));
      one.pipe(other);
    }
  });
  const mend = async () => {
    server.listen(own, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  const own = await freePort();
  await mend();
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { port: own, cut, mend };
}

it('says that the server is gone, and asks for the new address once another one is there', async () => {
  const at = project();
  const shown = await shownDashboard(at, '--port', String(await freePort()));
  const { page, go } = await looker(shown, await aBrowser());
  await go('/sessions/none');
  await page.getByRole('alert').waitFor();
  await page.locator('.dot.live').waitFor();
  // The view asks again when the server is gone; the next one says no to that, late.
  const late = await held(page, '/api/sessions/none', 'requests');
  await shown.end();
  await page.getByText('The server has stopped.').waitFor();
  await late.asked;
  const again = await shownDashboard(at, '--port', String(shown.port));
  await page.getByText('This token is no longer valid').waitFor();
  await page.getByLabel('Address or token').fill(again.address);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.locator('.dot.live').waitFor();
  const refused = page.waitForResponse((response) => response.status() === 401);
  late.letGo();
  await (await refused).finished();
  // What the page does with that answer is done before it takes another one.
  await page.evaluate("fetch('/page/icon.svg').then((answer) => answer.text())");
  expect(await page.getByText('This token is no longer valid').count()).toBe(0);
});
