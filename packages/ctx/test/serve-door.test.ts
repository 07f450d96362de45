// Attacks on the door of a server: names, pages, tokens, frames and connections that are not what they seem.

import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { model, project } from './acp-project.js';
import { temporaryFolder } from './folder.js';
import { until } from './processes.js';
import { opened, type ServedHere, served, wireClient } from './served.js';

const serve = async (...words: string[]) => {
  const { cwd, home } = project();
  return { cwd, home, server: await served([...model('talk'), ...words], { cwd, home }) };
};

/** The status of the answer to a request that is written as it stands; `none` where the connection just ends. */
async function statusOf({ port }: ServedHere, lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let answer = '';
  for await (const piece of socket.setEncoding('latin1')) {
    answer += String(piece);
    if (answer.includes('\r\n\r\n')) break;
  }
  return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'none';
}

const own = 'Host: 127.0.0.1:PORT';
const token = 'Authorization: Bearer TOKEN';
const page = 'Origin: http://127.0.0.1:PORT';

const requests: readonly [status: string, ...lines: string[]][] = [
  ['200', 'GET /status HTTP/1.1', own, token],
  ['200', 'GET /status HTTP/1.1', 'Host: LocalHost:PORT', token],
  ['200', 'GET /status HTTP/1.1', own, page, token],
  ...[
    '127.0.0.1',
    'localhost.:PORT',
    'localhost:1PORT',
    'evil.example:PORT',
    '127.0.0.1.evil.example:PORT',
    '127.1:PORT',
    '2130706433:PORT',
    '0.0.0.0:PORT',
    '127.0.0.2:PORT',
    '[::1]:PORT',
    'a@127.0.0.1:PORT',
    '127.0.0.1:PORT, evil.example',
    '',
  ].map((host): [string, ...string[]] => ['421', 'GET /status HTTP/1.1', `Host: ${host}`, token]),
  ...[
    'https://127.0.0.1:PORT',
    'http://localhost:PORT',
    'http://127.0.0.1:PORT.evil.example',
    'http://127.0.0.1:PORT/',
    'null',
    '',
  ].map((origin): [string, ...string[]] => ['403', 'GET /status HTTP/1.1', own, `Origin: ${origin}`, token]),
  ['403', 'GET /status HTTP/1.1', own, 'Sec-Fetch-Site: cross-site', token],
  ['400', 'GET /status HTTP/1.1', own, own, token],
  ['400', 'GET /status HTTP/1.1', own, page, 'Origin: http://evil.example', token],
  ['400', 'GET /status HTTP/1.1', own, token, 'Authorization: Bearer other'],
  ['401', 'GET /status?token=TOKEN HTTP/1.1', own],
  ['401', 'GET /status HTTP/1.1', own, 'Cookie: token=TOKEN'],
  ['401', 'GET /status HTTP/1.1', own, 'Authorization: Basic TOKEN'],
  ['401', 'GET /status HTTP/1.1', own, 'Authorization: Bearer TOKENx'],
  ['401', 'GET /status HTTP/1.1', own, 'Authorization: Bearer TOKEN TOKEN'],
  ['401', 'GET /status HTTP/1.1', own, 'Authorization: Bearer '],
  ['400', 'POST /status HTTP/1.1', own, token, 'Content-Length: 4', 'Transfer-Encoding: chunked'],
  ['400', 'GET /status HTTP/1.1', own, 'Authorization: Bearer', ' TOKEN'],
  ['404', 'GET http://evil.example/status HTTP/1.1', own, token],
  ['404', 'GET //status HTTP/1.1', own, token],
  ['404', 'OPTIONS * HTTP/1.1', own, token],
  ['none', 'CONNECT 127.0.0.1:22 HTTP/1.1', own, token],
  ['400', 'PRI * HTTP/2.0', '', 'SM'],
];

it('answers each name, page, token and request that is nearly right as what it is', async () => {
  const { server } = await serve();
  const filled = (line: string) =>
    line.replaceAll('PORT', `${server.port}`).replaceAll('TOKEN', server.token);
  const answers: [string, ...string[]][] = [];
  for (const [, ...lines] of requests) answers.push([await statusOf(server, lines.map(filled)), ...lines]);
  expect(answers).toEqual(requests);
});

it('hears who speaks while hundreds are connected who say nothing', async () => {
  const { cwd, server } = await serve();
  const silent = Array.from({ length: 400 }, () => connect(server.port, '127.0.0.1').on('error', () => {}));
  const settled = (socket: Socket) =>
    Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
  await Promise.all(silent.map(settled));
  const client = await wireClient(server);
  expect(await client.prompt(await client.open(cwd), 'Hello.')).toBe('end_turn');
  await until(() => silent.filter((socket) => socket.closed).length >= 400 - 64);
  for (const socket of silent) socket.destroy();
});

it('cuts off frames without end, compressed frames that nobody agreed on, and pings whose answers are not read', async () => {
  const { cwd, server } = await serve();
  const other = await wireClient(server);
  const id = await other.open(cwd);
  const client = async () => {
    const socket = new WebSocket(`${server.url}/acp`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    socket.on('error', () => {});
    await opened(socket);
    return socket;
  };
  const fragments = await client();
  const ended = once(fragments, 'close');
  for (let i = 0; i < 20_000; i += 1) fragments.send('x', { fin: false });
  expect((await ended)[0]).toBe(1008);

  const compressed = await client();
  expect(compressed.extensions).toBe('');
  const broken = once(compressed, 'close');
  // A frame of text with the bit that says that it is compressed.
  Reflect.get(compressed, '_socket').write(Buffer.from([0xc1, 0x81, 0, 0, 0, 0, 0x41]));
  expect((await broken)[0]).toBe(1002);

  const before = server.events().filter(({ type }) => type === 'serve.disconnected').length;
  const flood = await client();
  Reflect.get(flood, '_socket').pause();
  const isCut = () => server.events().filter(({ type }) => type === 'serve.disconnected').length > before;
  await until(() => {
    for (let i = 0; i < 1000; i += 1) if (flood.readyState === flood.OPEN) flood.ping('x'.repeat(100));
    return isCut();
  });
  flood.terminate();
  expect(await other.prompt(id, 'Hello.')).toBe('end_turn');
});

it('stands five hundred clients that come and go at once', async () => {
  const { cwd, server } = await serve();
  const headers = { authorization: `Bearer ${server.token}` };
  for (let round = 0; round < 10; round += 1)
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const socket = new WebSocket(`${server.url}/acp`, { headers });
        await opened(socket);
        if (i % 2 === 0) socket.send('{"jsonrpc":"2.0","id":1,"method":"session/new","params":{}}');
        socket.terminate();
      }),
    );
  const count = (wanted: string) => server.events().filter(({ type }) => type === wanted).length;
  await until(() => count('serve.disconnected') === 500);
  const client = await wireClient(server);
  expect(await client.prompt(await client.open(cwd), 'Hello.')).toBe('end_turn');
});

it('takes a token only from a plain file of its user’s that nobody else can read', async () => {
  const folder = temporaryFolder();
  const file = (name: string, mode: number, text = 't'.repeat(43)) => {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), mode);
  };
  file('open', 0o644);
  file('group', 0o640);
  file('short', 0o600, 'short');
  file('two', 0o600, `${'t'.repeat(43)}\n${'u'.repeat(43)}`);
  symlinkSync(join(folder, 'open'), join(folder, 'link'));
  mkdirSync(join(folder, 'folder'));
  execFileSync('mkfifo', ['-m', '600', join(folder, 'pipe')]);
  for (const name of ['open', 'group', 'short', 'two', 'link', 'folder', 'pipe'])
    await expect(serve('--token-file', join(folder, name))).rejects.toThrow(/_unusable|file_unreadable/);
});

it('listens on no socket whose path is too long, and lets no other user of the machine near it', async () => {
  await expect(serve('--listen', `unix:${join(temporaryFolder(), 'x'.repeat(120))}`)).rejects.toThrow(
    /listen_failed.*at most 103 bytes/,
  );
  const open = temporaryFolder();
  chmodSync(open, 0o755);
  await expect(serve('--listen', `unix:${join(open, 's')}`)).rejects.toThrow(/others can enter its folder/);
  const folder = join(open, 'own');
  const path = join(folder, 's');
  await serve('--listen', `unix:${path}`);
  // Only root can become somebody else; anybody else looks whether the folder keeps others out.
  const asOther = process.getuid?.() === 0 ? ['--reuid=65534', '--regid=65534', '--clear-groups'] : [];
  const script = `require('net').connect(${JSON.stringify(path)}).on('error', (e) => { console.log(e.code); process.exit(1); })`;
  if (asOther.length > 0)
    expect(
      spawnSync('setpriv', [...asOther, process.execPath, '-e', script], { encoding: 'utf8' }),
    ).toMatchObject({
      status: 1,
      stdout: 'EACCES\n',
    });
  expect(execFileSync('stat', ['-c', '%a', folder, path], { encoding: 'utf8' })).toBe('700\n600\n');
});

it('does not start TLS with files that are none', async () => {
  const folder = temporaryFolder();
  const [key, cert, other] = ['key.pem', 'cert.pem', 'other.pem'].map((name) => join(folder, name));
  const self = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-days', '1'];
  execFileSync(
    'openssl',
    [...self, '-nodes', '-subj', '/CN=localhost', '-keyout', `${key}`, '-out', `${cert}`],
    {
      stdio: 'ignore',
    },
  );
  execFileSync('openssl', ['ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', `${other}`]);
  const locked = join(folder, 'locked.pem');
  execFileSync('openssl', ['ec', '-in', `${key}`, '-aes128', '-passout', 'pass:x', '-out', locked], {
    stdio: 'ignore',
  });
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', ['-m', '600', pipe]);
  for (const name of [key, other, locked]) chmodSync(`${name}`, 0o600);
  const wrong: readonly [string | undefined, string | undefined][] = [
    [cert, other],
    [cert, locked],
    [key, key],
    [join(folder, 'absent'), key],
    [cert, join(folder, 'absent')],
    [cert, folder],
    [folder, key],
    [pipe, key],
    [cert, pipe],
    [other, key],
  ];
  for (const [one, two] of wrong)
    await expect(serve('--tls-cert', `${one}`, '--tls-key', `${two}`)).rejects.toThrow('"exit_code":1');
  expect(readFileSync(`${cert}`, 'utf8')).toContain('CERTIFICATE');
});
