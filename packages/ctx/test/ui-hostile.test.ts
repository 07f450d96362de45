// Whoever may not come in at the dashboard does not, whatever they send; and what sessions hold stays data.

import { once } from 'node:events';
import { statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordsIn, writeResealed } from '../src/evidence/verify/resealed.fixture.js';
import { model, project } from './acp-project.js';
import { until } from './processes.js';
import { scriptOf } from './scripted.js';
import { type ShownPages, shownPages } from './shown-pages.js';

async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const pieces: Buffer[] = [];
  socket.on('data', (piece) => void pieces.push(piece));
  socket.end(text);
  await once(socket, 'close');
  return Buffer.concat(pieces).toString('latin1');
}
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
const request = (line: string, ui: ShownPages, headers: readonly string[] = []) =>
  [
    `${line} HTTP/1.1`,
    `Host: 127.0.0.1:${ui.port}`,
    `Authorization: Bearer ${ui.token}`,
    'Connection: close',
    ...headers,
    '',
    '',
  ].join('\r\n');

it('lets in nobody without the token of this start, and tells them nothing', async () => {
  const { cwd, home } = project();
  const ui = await shownPages([], { cwd, home });
  for (const authorization of [
    '',
    'Bearer ',
    `Bearer ${ui.token}x`,
    `Bearer ${ui.token.slice(1)}`,
    `Basic ${ui.token}`,
    ui.token,
  ])
    for (const path of ['/api/status', '/api/sessions', '/api/events', '/api/memory'])
      expect(await ui.get(path, { authorization })).toMatchObject({
        status: 401,
        json: { error: { kind: 'auth' } },
      });
  // A token in the address opens the page alone, which holds nothing.
  expect((await ui.get(`/api/status?token=${ui.token}`, { authorization: '' })).status).toBe(401);
  expect((await ui.get('/api/status', { authorization: '', cookie: `token=${ui.token}` })).status).toBe(401);
});

it('answers no other page, site or name, with the right token or without', async () => {
  const { cwd, home } = project();
  const ui = await shownPages(['--control'], { cwd, home });
  const asked = (...headers: string[]) =>
    raw(ui.port, request('GET /api/status', ui, headers)).then(statusOf);
  expect(await asked()).toBe(200);
  expect(await asked(`Origin: http://127.0.0.1:${ui.port}`)).toBe(200);
  expect(await asked('Sec-Fetch-Site: same-origin')).toBe(200);
  for (const origin of [
    'https://evil.example',
    'null',
    `http://127.0.0.1:${ui.port + 1}`,
    `https://127.0.0.1:${ui.port}`,
  ])
    expect(await asked(`Origin: ${origin}`)).toBe(403);
  for (const site of ['cross-site', 'same-site']) expect(await asked(`Sec-Fetch-Site: ${site}`)).toBe(403);
  for (const host of [
    'evil.example',
    `evil.example:${ui.port}`,
    `127.0.0.1:${ui.port + 1}`,
    '127.0.0.1.evil.example',
    `127.0.0.1@evil.example:${ui.port}`,
  ]) {
    const answer = await raw(ui.port, request('GET /', ui).replace(/Host: .*/, `Host: ${host}`));
    expect([host, statusOf(answer)]).toEqual([host, 421]);
  }
});

it('leads nowhere by any path, and takes no other method', async () => {
  const { cwd, home, json } = project({ 'talk.yaml': scriptOf({ say: 'Hi.' }) });
  await json('run', '--task', 'Hi.', '--session-id', 's', ...model('talk'));
  writeFileSync(join(cwd, 'secret.txt'), 'TOPSECRET');
  symlinkSync(join(cwd, 'secret.txt'), join(cwd, '.context/sessions/linked.jsonl'));
  const ui = await shownPages([], { cwd, home });
  const paths = [
    '/page/../../package.json',
    '/page/%2e%2e/%2e%2e/package.json',
    '/page/..%2f..%2fpackage.json',
    '/page/app.js%00.html',
    '/page/\\..\\..\\package.json',
    '/api/sessions/..%2f..%2f..%2fsecret.txt',
    '/api/sessions/%2e%2e%2fsecret.txt/transcript',
    '/api/sessions/s%00',
    '/api/sessions/%ff%fe',
    '/api/sessions/linked',
    `/api/sessions/${'a'.repeat(8000)}`,
    '//evil.example/api/status',
    '/api/../../etc/passwd',
    'http://evil.example/api/status',
    '/status',
    '/acp',
  ];
  for (const path of paths) {
    const answer = await raw(ui.port, request(`GET ${path}`, ui));
    expect([path, statusOf(answer)]).toEqual([
      path,
      expect.toSatisfy((status: number) => status >= 400 && status < 500),
    ]);
    expect(answer).not.toMatch(/TOPSECRET|root:x/);
  }
  for (const method of ['PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'])
    expect(statusOf(await raw(ui.port, request(`${method} /api/status`, ui)))).toBeGreaterThanOrEqual(400);
  expect((await ui.post('/api/sessions', {})).status).toBe(404);
});

it('survives ten thousand malformed requests, and bodies that are too long or no JSON', async () => {
  const { cwd, home } = project();
  const ui = await shownPages(['--control'], { cwd, home });
  const bad = [
    'hello\r\n\r\n',
    'GET\r\n\r\n',
    `GET / HTTP/9.9\r\nHost: x\r\n\r\n`,
    `GET /api/status HTTP/1.1\r\n\r\n`,
    `GET /api/status HTTP/1.1\r\nHost: 127.0.0.1:${ui.port}\r\nX: ${'x'.repeat(200)}\0\r\n\r\n`,
    `POST /api/policy HTTP/1.1\r\nHost: 127.0.0.1:${ui.port}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
    '\x16\x03\x01\x02\x00\x01\x00',
    '\0\0\0\0',
  ];
  for (let i = 0; i < 10_000; i += 100)
    await Promise.all(Array.from({ length: 100 }, (_, j) => raw(ui.port, bad[(i + j) % bad.length] ?? '')));
  expect((await ui.get('/api/status')).status).toBe(200);
  expect(ui.events().filter(({ type }) => type === 'ui.refused').length).toBeLessThanOrEqual(20);
  const post = (type: string, body: string) =>
    fetch(`${ui.base}/api/policy`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ui.token}`, 'content-type': type },
      body,
    }).then(
      ({ status }) => status,
      () => 'cut off',
    );
  expect(await post('text/plain', '{"yaml":""}')).toBe(400);
  expect(await post('application/x-www-form-urlencoded', 'yaml=')).toBe(400);
  expect(await post('application/json', '{')).toBe(400);
  expect(await post('application/json', '[]')).toBe(400);
  expect(await post('application/json', '{"yaml":3}')).toBe(400);
  expect([400, 'cut off']).toContain(await post('application/json', `{"yaml":"${'x'.repeat(1 << 20)}"}`));
  expect(await post('application/json', JSON.stringify({ yaml: 'deny: ["bash(rm *)"]' }))).toBe(200);
});

it('changes nothing without --control', async () => {
  const { cwd, home, json } = project({ 'talk.yaml': scriptOf({ say: 'Hi.' }) });
  await json('init');
  await json('run', '--task', 'Hi.', '--session-id', 's', ...model('talk'));
  const ui = await shownPages([], { cwd, home });
  for (const [path, body] of [
    ['/api/memory', { action: 'add', kind: 'task', title: 'x' }],
    ['/api/questions/q', { answer: 'allow' }],
    ['/api/sessions/s/interrupt', {}],
    ['/api/sessions/s/resume', { task: 'more' }],
  ] as const)
    expect(await ui.post(path, body)).toMatchObject({
      status: 403,
      json: { error: { code: 'ui_read_only' } },
    });
  expect((await json('task', 'list')).data).toMatchObject({ items: [] });
});

it('writes to the memory with --control as the commands do, tells other pages, and never shows the pad', async () => {
  const { cwd, home, json } = project();
  await json('init');
  await json('pad', 'add', 'PADSECRET');
  const ui = await shownPages(['--control'], { cwd, home });
  const page = await ui.listen();
  const added = await ui.post('/api/memory', {
    action: 'add',
    kind: 'task',
    title: 'one',
    fields: { details: 'more' },
    tags: ['a'],
  });
  expect(added.json).toMatchObject({ tasks: { items: [{ title: 'one', done: false, tags: ['a'] }] } });
  await until(() => page.of('memory').length > 0);
  const uid = Object(added.json['tasks']).items[0].uid;
  expect((await ui.post('/api/memory', { action: 'done', uid })).json).toMatchObject({
    tasks: { items: [{ done: true }] },
  });
  const reminded = await ui.post('/api/memory', { action: 'remind', text: 'think', after: '2w' });
  expect(reminded.json).toMatchObject({ reminders: [{ text: 'think', due: false }] });
  const [{ uid: reminder }] = Object(reminded.json['reminders']);
  expect((await ui.post('/api/memory', { action: 'dismiss', uid: reminder })).json).toMatchObject({
    reminders: [],
  });
  for (const body of [
    { action: 'pad' },
    { action: 'add', kind: 'pad', title: 'x' },
    { action: 'add', kind: 'task', title: 'a\nb' },
    { action: 'add', kind: 'task', title: '-', evil: 1 },
    {},
  ])
    expect((await ui.post('/api/memory', body)).status).toBeLessThan(500);
  expect((await ui.get('/api/memory')).text).not.toContain('PADSECRET');
});

it('hands over a hostile session as data: JSON, attachments, no type that a browser would run', async () => {
  const evil = '</script><img src=x onerror=alert(1)>\u202e\u001b[31m"\\';
  const { cwd, home, json } = project({ 'talk.yaml': scriptOf({ say: evil }) });
  await json('run', '--task', evil, '--session-id', 's', ...model('talk'));
  const path = join(cwd, '.context/sessions/s.jsonl');
  const huge = recordsIn(path).map((record) => ({ ...record }));
  writeResealed(join(cwd, '.context/sessions/copy.jsonl'), huge);
  const ui = await shownPages([], { cwd, home });
  for (const address of ['/api/sessions', '/api/sessions/s', '/api/stats']) {
    const { headers } = await ui.get(address);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
  }
  expect((await ui.get('/api/sessions/s')).json).toMatchObject({
    row: { title: expect.stringContaining('onerror') },
  });
  const report = await ui.get('/api/sessions/s/report');
  expect(report.headers.get('content-disposition')).toMatch(/^attachment;/);
  expect(report.headers.get('content-security-policy')).toContain('sandbox');
  expect(report.text).not.toContain('<img src=x');
  expect(statSync(path).mode & 0o077).toBe(0);
});
