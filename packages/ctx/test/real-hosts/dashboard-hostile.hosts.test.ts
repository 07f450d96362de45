// The dashboard in bad company: sessions that were written to break it, pages of others, more sessions than anybody looks at.

import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { listening } from '../listening.js';
import { linesOf } from '../session-files.js';
import { axeSays } from './axe-says.js';
import { aBrowser, ctx, eventually, looker, type Place, place, shownDashboard } from './shown-dashboard.js';

const script = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
const bidi = '\u202egnp.exe\u202c \u2066x\u2069 \u200f';
const ansi = '\u001b[31mred\u001b[0m \u001b[2J\u001b]0;owned\u0007\u0000';
const wild = `${script} ${bidi} ${ansi} [a](javascript:document.title='owned') ![x](https://evil.example/x.png)`;
const huge = 'W'.repeat(60_000);

/** Whatever an agent, a tool or a name can carry, in every place that a view shows. */
async function hostileProject(): Promise<Place> {
  const say = (text: string) => ({ say: text });
  const call = (tool: string, input: object) => ({ call: [{ tool, input }] });
  const replies = [
    {
      ...say(`# ${wild}\n\n> ${wild}\n\n- ${wild}\n\n| ${script} | b |\n|-|-|\n| ${bidi} | ${huge} |`),
      ...call('bash', {
        command: `printf '%s' '${script.replaceAll("'", '')}'; printf '\\033[31mred\\033[0m\\007'`,
      }),
    },
    call('write', { path: `evil<img src=x>.txt`, content: `${wild}\n${huge}\n` }),
    call('bash', { command: `rm -rf ${bidi}` }),
    say(`All tests pass. ${wild} ${huge}`),
  ];
  const at = place({
    'evil.yaml': JSON.stringify({ model: 'script/1', replies }),
    'package.json': JSON.stringify({ name: wild, devDependencies: { vitest: script } }),
  });
  await ctx(at, 'init');
  await ctx(at, 'task', 'add', wild.replaceAll('\0', ''));
  await ctx(at, 'decision', 'add', 'Evil', '--because', wild.replaceAll('\0', ''));
  await ctx(at, 'remind', wild.replaceAll('\0', ''));
  const flags = [
    '--no-sandbox',
    '--allow-tool',
    'bash',
    '--allow-tool',
    'write',
    '--deny-tool',
    'bash(rm *)',
  ];
  await ctx(
    at,
    'run',
    '--task',
    `${wild}\n${huge}`.replaceAll('\0', ''),
    '--session-id',
    'evil',
    '--model',
    'script:evil.yaml',
    ...flags,
  );
  return at;
}

const views = [
  '/',
  '/sessions',
  '/sessions/evil',
  '/sessions/evil?tab=conversation',
  '/sessions/evil?tab=changes',
  '/sessions/evil?tab=findings',
  '/sessions/evil?tab=evidence',
  '/compare?a=evil&b=evil',
  '/trends?range=all',
  `/policy?rules=${encodeURIComponent('deny:\n  - bash\n  - write\n')}`,
  '/memory',
  '/memory?kind=tasks',
  '/memory?kind=decisions',
  '/catalog',
];

/** Until nothing is on its way any more. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  await eventually(() => page.locator('.bone').count()).toBe(0);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there.
const steers = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069\u200e\u200f]/;

/** How far the page is wider than its window. */
const overflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

it.each([
  ['a desktop', { width: 1280, height: 860 }],
  ['a phone', { width: 390, height: 844 }],
])('lets no hostile text execute or break a view on %s', async (_name, viewport) => {
  const shown = await shownDashboard(await hostileProject(), '--control');
  const { page, problems, go } = await looker(shown, await aBrowser(), { viewport });
  for (const view of views) {
    await go(view);
    await settled(page);
    expect(await page.title(), view).toMatch(/ · ctx$/);
    expect(
      await page.locator('img, iframe, script:not([src="/page/app.js"]), a[href^="javascript"]').count(),
      view,
    ).toBe(0);
    const text = await page.locator('#app').textContent();
    // Nothing that steers is left: each such character is written out.
    expect(text, view).not.toMatch(steers);
    expect(await overflow(page), view).toBeLessThanOrEqual(0);
  }
  await go('/sessions/evil?tab=conversation');
  await page.getByText('⟨U+202E⟩').first().waitFor();
  expect(problems).toEqual([]);
});

it.each(['light', 'dark'] as const)('has nothing that axe objects to, in %s', async (colorScheme) => {
  const shown = await shownDashboard(await hostileProject(), '--control');
  const started = await aBrowser();
  const { page, go } = await looker(shown, started, { colorScheme });
  const objections: string[] = [];
  const ask = async (where: string, asked = page) => {
    for (const each of await axeSays(asked)) objections.push(`${where}: ${each}`);
  };
  for (const view of [...views, '/sessions/unknown']) {
    await go(view);
    await settled(page);
    await ask(view);
  }
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await ask('the keys');
  const stranger = await (await started.newContext({ colorScheme })).newPage();
  await stranger.goto(shown.base);
  await stranger.getByText('This page needs its token').waitFor();
  await ask('the door', stranger);
  expect(objections).toEqual([]);
});

it('shows ten thousand sessions with few of them in the page at once', async () => {
  const at = place({ 's.yaml': JSON.stringify({ model: 'script/1', replies: [{ say: 'Done.' }] }) });
  await ctx(at, 'run', '--task', 'One of many.', '--session-id', 'first', '--model', 'script:s.yaml');
  const folder = join(at.cwd, '.context/sessions');
  // The chain does not name its own file: a session under ten thousand names is as many sessions to a list.
  const log = `${linesOf(join(folder, 'first.jsonl')).join('\n')}\n`;
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < 9_999; i++) writeFileSync(join(folder, `copy-${i}.jsonl`), log);
  const shown = await shownDashboard(at);
  const { page, problems, go } = await looker(shown, await aBrowser());
  await go('/sessions');
  const table = page.getByRole('table', { name: 'Sessions' });
  await eventually(() => table.getAttribute('aria-rowcount')).toBe('10001');
  const rows = page.locator('.place .session-row');
  const seen = new Set<string>();
  for (let step = 0; step <= 20; step++) {
    const first = await page.locator('.scroll').evaluate((box, part) => {
      const [whole, tall] = ['scrollHeight', 'clientHeight'].map((name) => Number(Reflect.get(box, name)));
      Object.assign(box, { scrollTop: ((whole ?? 0) - (tall ?? 0)) * part });
      return Math.floor((Number(Reflect.get(box, 'scrollTop')) / (whole ?? 1)) * 10_000);
    }, step / 20);
    // The list follows in the next frame, which a quick test would not wait for. Its head is the first row.
    const wanted = String(step === 20 ? 10_001 : first + 2);
    await page.locator(`[aria-rowindex="${wanted}"]`).waitFor();
    const count = await rows.count();
    expect(count).toBeGreaterThan(5);
    expect(count).toBeLessThan(80);
    seen.add((await rows.first().getAttribute('aria-rowindex')) ?? '');
  }
  expect(seen.size).toBe(21);
  // Whoever has gone on from the row that they chose stays where they are when another one comes.
  await page.locator('h1').click();
  await page.keyboard.press('j');
  await page.locator('.session-row.active').waitFor();
  const scrolled = () => page.locator('.scroll').evaluate((box) => Reflect.get(box, 'scrollTop'));
  await eventually(scrolled).toBe(0);
  await page.locator('.scroll').evaluate((box) => void Reflect.set(box, 'scrollTop', 100_000));
  await ctx(at, 'run', '--task', 'Another.', '--session-id', 'another', '--model', 'script:s.yaml');
  await eventually(() => table.getAttribute('aria-rowcount')).toBe('10002');
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
  expect(await scrolled()).toBe(100_000);
  await page.getByRole('searchbox').fill('many');
  await eventually(() => rows.count()).toBeGreaterThan(5);
  expect(problems).toEqual([]);
});

it('lets no page of another site read or change anything, nor put it into a frame', async () => {
  const shown = await shownDashboard(await hostileProject(), '--control');
  const site = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end(`<h1>free games</h1><iframe src="${shown.base}/"></iframe>`);
  });
  const page = await (await aBrowser()).newPage();
  await page.goto(await listening(site));
  const told = await page.evaluate(
    async ({ base, token }) => {
      const asked = (path: string, options: RequestInit) =>
        fetch(`${base}${path}`, options).then(
          async (answer) => `${answer.type} ${answer.status} ${await answer.text()}`,
          () => 'refused',
        );
      const body = JSON.stringify({ action: 'add', kind: 'task', title: 'from elsewhere' });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return {
        read: await asked('/api/sessions', { headers }),
        simple: await asked('/api/memory', { method: 'POST', body, mode: 'no-cors' }),
        whole: await asked('/api/memory', { method: 'POST', body, headers }),
        events: await asked('/api/events', { mode: 'no-cors' }),
      };
    },
    { base: shown.base, token: new URL(shown.address).searchParams.get('token') ?? '' },
  );
  expect(told).toMatchObject({ read: 'refused', whole: 'refused' });
  expect(told.simple).toMatch(/^(?:opaque 0 |refused)$/);
  expect(
    page
      .frames()
      .slice(1)
      .every((frame) => !frame.url().startsWith(shown.base)),
  ).toBe(true);
  const { items } = Object((await ctx(shown, 'task', 'list', '--all'))['data']);
  expect(JSON.stringify(items)).not.toContain('from elsewhere');
});
