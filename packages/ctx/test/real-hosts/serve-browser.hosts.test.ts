// A page of somebody else's in a real browser, at the door of a server: refused, whatever it knows.

import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { model, project } from '../acp-project.js';
import { listening } from '../listening.js';
import { served } from '../served.js';
import { browser } from './chromium.js';

const serve = async (...words: string[]) => {
  const { cwd, home } = project();
  return served([...model('talk'), ...words], { cwd, home });
};

/** Runs in the page. */
const tries = async ({ host, token }: { readonly host: string; readonly token: string }) => {
  const socket = (url: string) =>
    new Promise<string>((resolve) => {
      const made = new WebSocket(url);
      made.onopen = () => resolve('open');
      made.onerror = () => resolve('refused');
    });
  const asked = (url: string, options: RequestInit) =>
    fetch(url, options).then(
      async (answer) => `${answer.status} ${await answer.text()}`,
      () => 'refused',
    );
  const authorization = `Bearer ${token}`;
  return {
    socket: await socket(`ws://${host}/acp`),
    withToken: await asked(`http://${host}/status`, { headers: { authorization } }),
    opaque: await asked(`http://${host}/status`, { mode: 'no-cors' }),
    posted: await asked(`http://${host}/acp`, { method: 'POST', body: '{}', mode: 'no-cors' }),
  };
};

it('lets no page of another origin in, not even one that knows the token', async () => {
  const server = await serve();
  const page = await (await browser()).newPage();
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>free games</h1>');
  });
  await page.goto(await listening(site));
  expect(await page.evaluate(tries, { host: `127.0.0.1:${server.port}`, token: server.token })).toMatchObject(
    {
      socket: 'refused',
      withToken: 'refused',
    },
  );
  const refused = server.events().filter(({ type }) => type === 'serve.refused');
  expect(refused.length).toBeGreaterThanOrEqual(3);
  expect(server.events().some(({ type }) => type === 'serve.connected')).toBe(false);
});

it('lets no page in that was led here by its own name (DNS rebinding)', async () => {
  const server = await serve();
  // What the page's author would have its name server say.
  const rebound = await browser(
    '--host-resolver-rules=MAP evil.example 127.0.0.1',
    // A newer browser's own protection would hide whether there is one here.
    '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
  );
  const page = await rebound.newPage();
  const host = `evil.example:${server.port}`;
  // Its page came before the name led here.
  await page.route(`http://${host}/page`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>free games</h1>' }),
  );
  await page.goto(`http://${host}/page`);
  const told = await page.evaluate(tries, { host, token: server.token });
  // It is of the same origin, so that it may read the answers: none says more than no.
  expect(told).toMatchObject({ socket: 'refused', withToken: expect.stringMatching(/^421 /) });
  expect(JSON.stringify(told)).not.toContain('pid');
});
