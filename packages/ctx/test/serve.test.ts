// ctx as a server: where it listens, and who is let in.

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { model, project } from './acp-project.js';
import { temporaryFolder } from './folder.js';
import { opened, served, upgradeStatus, wireClient } from './served.js';

const here = () => {
  const made = project();
  return { ...made, place: { cwd: made.cwd, home: made.home } };
};

it('serves a session to a client with the token, and ends cleanly with SIGTERM', async () => {
  const { cwd, place, json } = here();
  const server = await served(model('talk'), place);
  expect(server.url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+$/);
  expect(statSync(server.tokenFile).mode & 0o777).toBe(0o600);
  const client = await wireClient(server);
  const id = await client.open(cwd);
  expect(await client.prompt(id, 'Hello.')).toBe('end_turn');
  expect(client.said()).toBe('Only words.');
  expect(await server.stop()).toMatchObject({
    exitCode: 0,
    envelope: { exit_code: 0, data: { connections: 1, refused: 0, interrupted: 0 } },
  });
  expect(await json('verify', id)).toMatchObject({ exit_code: 0 });
});

it('tells whoever asks for the status, with the token', async () => {
  const { cwd, place, home } = here();
  const server = await served(model('talk'), place);
  const client = await wireClient(server);
  const id = await client.open(cwd);
  const asked = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${server.port}/status`, { headers });
  expect((await asked({})).status).toBe(401);
  const answer = await asked({ authorization: `Bearer ${server.token}` });
  expect(await answer.json()).toMatchObject({
    pid: process.pid,
    connections: 1,
    sessions: [{ session_id: id, cwd, busy: false, watched: 1 }],
  });
  expect(existsSync(join(home, `.local/state/ctx/serve/running/${process.pid}.json`))).toBe(true);
});

it.each([
  ['no token', {}, 401],
  ['an empty token', { authorization: 'Bearer ' }, 401],
  ['a token that is not the one', { authorization: `Bearer ${'x'.repeat(43)}` }, 401],
  ['another scheme', { authorization: 'Basic AAAA' }, 401],
  ['a name that leads here', { host: 'rebound.example', authorization: 'TOKEN' }, 421],
  ['another port in its Host', { host: '127.0.0.1:1', authorization: 'TOKEN' }, 421],
  ['another address in its Host', { host: '10.0.0.1:PORT', authorization: 'TOKEN' }, 421],
  ['a page of another origin', { origin: 'https://evil.example', authorization: 'TOKEN' }, 403],
  ['a page of another port', { origin: 'http://127.0.0.1:1', authorization: 'TOKEN' }, 403],
  ['a page without an origin', { origin: 'null', authorization: 'TOKEN' }, 403],
  [
    'a page of another site that hides its origin',
    { 'sec-fetch-site': 'cross-site', authorization: 'TOKEN' },
    403,
  ],
])('lets nobody in with %s', async (_, headers, status) => {
  const { place } = here();
  const server = await served(model('talk'), place);
  const filled = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      String(value).replace('TOKEN', `Bearer ${server.token}`).replace('PORT', String(server.port)),
    ]),
  );
  expect(await upgradeStatus(server, filled)).toBe(`status ${status}`);
  expect(server.events().filter(({ type }) => type === 'serve.refused')).toHaveLength(1);
  expect(JSON.stringify(server.events())).not.toContain(server.token);
});

it('lets in a page and a name that it was told of, and its own pages', async () => {
  const { place } = here();
  const words = [
    ...model('talk'),
    '--allow-origin',
    'https://Page.example/',
    '--allow-host',
    'build.example',
  ];
  const server = await served(words, place);
  const authorization = `Bearer ${server.token}`;
  expect(await upgradeStatus(server, { authorization, origin: 'https://page.example' })).toBe('open');
  expect(await upgradeStatus(server, { authorization, host: 'build.example:9' })).toBe('open');
  expect(await upgradeStatus(server, { authorization, origin: `http://127.0.0.1:${server.port}` })).toBe(
    'open',
  );
});

it('locks the old token out once the file has another one, and everybody once there is none', async () => {
  const { place } = here();
  const server = await served(model('talk'), place);
  const old = { authorization: `Bearer ${server.token}` };
  const fresh = 'n'.repeat(43);
  writeFileSync(server.tokenFile, fresh);
  expect(await upgradeStatus(server, old)).toBe('status 401');
  expect(await upgradeStatus(server, { authorization: `Bearer ${fresh}` })).toBe('open');
  chmodSync(server.tokenFile, 0o644);
  expect(await upgradeStatus(server, { authorization: `Bearer ${fresh}` })).toBe('status 401');
});

it('does not start with a token that others can read', async () => {
  const { place, json } = here();
  const file = join(temporaryFolder({ token: 'x'.repeat(43) }), 'token');
  chmodSync(file, 0o640);
  expect(await json('serve', '--port', '0', '--token-file', file)).toMatchObject({
    exit_code: 1,
    error: { code: 'token_file_unusable', kind: 'auth' },
  });
  expect(place).toBeDefined();
});

it('does not listen beyond this machine without TLS, unless somebody says so', async () => {
  const { json } = here();
  expect(await json('serve', '--listen', '0.0.0.0:0')).toMatchObject({
    exit_code: 1,
    error: { code: 'listen_unprotected' },
  });
  const answer = await json('serve', '--listen', '0.0.0.0:0', '--without-tls', '--until-idle', '0.01');
  expect(answer).toMatchObject({ exit_code: 0 });
});

it('listens on a socket that only its user can open', async () => {
  const { cwd, place } = here();
  const path = join(temporaryFolder(), 'deep/sock');
  const server = await served([...model('talk'), '--listen', `unix:${path}`], place);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  const socket = new WebSocket(`ws+unix:${path}:/acp`, {
    headers: { authorization: `Bearer ${server.token}`, host: 'localhost' },
  });
  await opened(socket);
  socket.terminate();
  expect(cwd).toBeDefined();
});

it('serves TLS with the files that it was given, and refuses a key that others can read or that is another’s', async () => {
  const { place, json } = here();
  const folder = temporaryFolder();
  const [cert, key, other] = [join(folder, 'cert.pem'), join(folder, 'key.pem'), join(folder, 'other.pem')];
  for (const [file, out] of [
    [key, cert],
    [other, join(folder, 'other-cert.pem')],
  ] as const)
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-days',
        '1',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
        '-keyout',
        file,
        '-out',
        out,
      ],
      { stdio: 'ignore' },
    );
  for (const file of [key, other]) chmodSync(file, 0o600);
  const server = await served([...model('talk'), '--tls-cert', cert, '--tls-key', key], place);
  expect(server.url).toMatch(/^wss:/);
  const socket = new WebSocket(`${server.url}/acp`, {
    headers: { authorization: `Bearer ${server.token}` },
    ca: readFileSync(cert),
  });
  await opened(socket);
  socket.terminate();
  await json('remote', 'add', 'tls', server.url);
  expect(await json('run', 'Do it.', '--remote', 'tls')).toMatchObject({
    exit_code: 1,
    error: { code: 'remote_certificate', kind: 'auth' },
  });
  const refused = (keyFile: string) => json('serve', '--port', '0', '--tls-cert', cert, '--tls-key', keyFile);
  expect(await refused(other)).toMatchObject({ exit_code: 1, error: { code: 'tls_file_unusable' } });
  chmodSync(key, 0o644);
  expect(await refused(key)).toMatchObject({
    exit_code: 1,
    error: { code: 'tls_file_unusable', target: key },
  });
});
