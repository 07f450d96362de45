// Fleets in a real browser: live while the built program runs one, by keyboard, and whatever stands in its log.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { redactorFor } from '../../src/session/redact.js';
import { FleetLog } from '../../src/store/fleet-log.js';
import type { FleetEntry } from '../../src/store/seal-records.js';
import { fleetFile, fleetRecords } from '../fleet-files.js';
import { axeSays } from './axe-says.js';
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

const price = { input_usd_per_mtok: 1000, output_usd_per_mtok: 1000 };
const usage = { input_tokens: 10, output_tokens: 5 };
const script = (...replies: readonly object[]) => JSON.stringify({ model: 'script/1', price, replies });

function project(): Place {
  return place({
    'quick.yaml': script({ say: 'Done.', usage }),
    'small.yaml': JSON.stringify({
      fleet_id: 'small',
      sessions: [{ task: 'A.', model: 'script:quick.yaml' }],
    }),
    'bad.yaml': script({ fault: { status: 400 } }),
    // Until the test lets it.
    'held.yaml': script(
      { call: [{ tool: 'bash', input: { command: 'until [ -e go ]; do sleep 0.1; done' } }], usage },
      { say: 'Done.', usage },
    ),
    'fleet.yaml': JSON.stringify({
      fleet_id: 'night',
      at_once: 2,
      budget: { max_usd: 20 },
      defaults: { budget: { max_usd: 1 }, policy: { allow: ['bash'] }, sandbox: 'off' },
      sessions: [
        { task: 'Bad.', model: 'script:bad.yaml' },
        { task: 'Quick.', model: 'script:quick.yaml' },
        { task: 'Held.', model: 'script:held.yaml' },
        { task: 'Held too.', model: 'script:held.yaml' },
        { task: 'Waits.', model: 'script:quick.yaml' },
      ],
    }),
  });
}

it('shows the answer that is on its way, whatever happens meanwhile, and then the next', async () => {
  const at = project();
  const { page } = await looker(await shownDashboard(at), await aBrowser());
  await page.locator('.dot.live').waitFor();
  const later = await held(page, '/api/fleets', 'answers');
  const first = await held(page, '/api/fleets', 'answers', 1);
  // This page holds the connection, and tells the other one what it has heard.
  const other = await page.context().newPage();
  await other.goto(new URL('/fleets', page.url()).href);
  await other.getByText('No fleets yet').waitFor();
  await page.getByRole('link', { name: 'Fleets' }).click();
  await first.asked;
  await ctx(at, 'fleet', 'run', 'small.yaml');
  await other.getByRole('link', { name: 'small' }).waitFor();
  first.letGo();
  await page.getByText('No fleets yet').waitFor();
  later.letGo();
  await page.getByRole('link', { name: 'small' }).waitFor();
});

it('shows a fleet live: its sessions by state, throughput, cost, workers and failures', async () => {
  const at = project();
  const shown = await shownDashboard(at);
  const { page, problems, go } = await looker(shown, await aBrowser());
  await go('/fleets');
  await page.getByText('No fleets yet').waitFor();
  const fleet = begun(at, 'fleet', 'run', 'fleet.yaml', '--output-format', 'json');
  await page.getByRole('link', { name: 'night' }).click();
  const grid = page.getByRole('img', { name: /^Sessions: / });
  await eventually(() => grid.getAttribute('aria-label')).toBe(
    'Sessions: 1 completed, 1 failed, 2 running, 1 waiting',
  );
  await page.locator('.fleet-row', { hasText: 'night-3' }).getByText('running').waitFor();
  await page.getByRole('row', { name: /working 2/ }).waitFor();
  await page
    .locator('.causes li', { hasText: 'model error' })
    .getByRole('link', { name: 'night-1' })
    .waitFor();
  expect(await page.getByRole('meter', { name: 'cost used' }).getAttribute('aria-valuemax')).toBe('20000000');
  writeFileSync(join(at.cwd, 'go'), '');
  await eventually(() => grid.getAttribute('aria-label')).toBe('Sessions: 4 completed, 1 failed');
  await fleet.ended;
  await page.getByText('ended with failures').waitFor();
  await page.getByText('Table: Throughput and cost').waitFor();
  await page.getByRole('link', { name: '1 failed' }).click();
  await eventually(() => page.locator('.place .fleet-row').count()).toBe(1);
  expect(page.url()).toBe(`${shown.base}/fleets/night?state=failed`);
  // By keyboard alone from here on.
  await page.locator('h1').click();
  await page.keyboard.press('j');
  await page.locator('.fleet-row.active').waitFor();
  await page.keyboard.press('Enter');
  await eventually(() => page.url()).toBe(`${shown.base}/sessions/night-1`);
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await eventually(() => page.locator('h1').textContent()).toBe('Fleets');
  expect(problems).toEqual([]);
});

const wild =
  '<img src=x onerror="document.title=\'owned\'"> \u202egnp.exe\u202c \u001b[31mred [a](javascript:1)';
const nobody = { microusd: 0, tokens: 0 };

/** A log that whoever wrote it could fill with anything; nobody conducts it, so its workers are silent. */
async function hostileFleet(at: Place, sessions: number): Promise<void> {
  const { cwd } = at;
  await ctx(at, 'fleet', 'run', 'small.yaml');
  const queued = fleetRecords(cwd, 'small').find((record) => record.type === 'session.queued');
  if (queued?.type !== 'session.queued') throw new Error('a fleet without a session');
  const { runs } = queued;
  const ids = Array.from({ length: sessions }, (_, i) => `s-${i}`);
  const entries: FleetEntry[] = [
    {
      type: 'fleet.opened',
      body: {
        format: 1,
        fleet_id: 'evil',
        limits: { at_once: 1, providers: [], retry: { times: 0, on: [], wait_ms: 0 } },
      },
    },
    ...ids.map(
      (session_id): FleetEntry => ({
        type: 'session.queued',
        body: { session_id, priority: 0, provider: wild, most: nobody, runs },
      }),
    ),
    ...ids.slice(0, sessions / 2).flatMap((session_id, i): FleetEntry[] => {
      const claim = { session_id, log: session_id, attempt: 1, owner: `${wild} ${i % 7}`, reserved: nobody };
      const how = { outcome: 'failed', cause: wild, target: wild, spent: nobody } as const;
      return [
        { type: 'session.claimed', body: claim },
        ...(i % 3 === 0
          ? []
          : [{ type: 'session.ended' as const, body: { session_id, log: session_id, attempt: 1, ...how } }]),
      ];
    }),
  ];
  const clock = { now: () => Date.now(), deterministic: false };
  const redactor = redactorFor({});
  FleetLog.create(fleetFile(cwd, 'evil'), { clock, redactor, onRecord: () => {} }, entries).close();
}

/** Until nothing is on its way any more. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  await eventually(() => page.locator('.bone').count()).toBe(0);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there.
const steers = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069\u200e\u200f]/;

it.each([
  ['light', { width: 1280, height: 860 }],
  ['dark', { width: 390, height: 844 }],
] as const)(
  'lets nothing in a log of 6,000 sessions execute or break a view, and axe objects to nothing, in %s',
  async (colorScheme, viewport) => {
    const at = project();
    await hostileFleet(at, 6_000);
    const { page, problems, go } = await looker(await shownDashboard(at), await aBrowser(), {
      colorScheme,
      viewport,
    });
    const objections: string[] = [];
    for (const view of [
      '/fleets',
      '/fleets/evil',
      '/fleets/evil?state=failed',
      '/fleets/small',
      '/fleets/none',
    ]) {
      await go(view);
      await settled(page);
      expect(await page.title(), view).toMatch(/ · ctx$/);
      expect(await page.locator('img, iframe, a[href^="javascript"]').count(), view).toBe(0);
      expect(await page.locator('#app').textContent(), view).not.toMatch(steers);
      const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate<number>(wider), view).toBeLessThanOrEqual(0);
      for (const each of await axeSays(page)) objections.push(`${view}: ${each}`);
    }
    expect(objections).toEqual([]);
    await go('/fleets/evil');
    await page.getByText('1,000 sessions are at a worker that has gone silent').waitFor();
    await eventually(() => page.getByRole('img', { name: /^Sessions: / }).getAttribute('aria-label')).toBe(
      'Sessions: 2,000 failed, 1,000 running, 3,000 waiting',
    );
    // A picture of thousands is five shapes, and the table has only what is in sight.
    expect(await page.locator('.session-grid path').count()).toBe(5);
    expect(await page.locator('.place .fleet-row').count()).toBeLessThan(100);
    // The browser reports the fleet that there is not itself.
    expect(problems.filter((each) => !each.includes('404'))).toEqual([]);
  },
);
