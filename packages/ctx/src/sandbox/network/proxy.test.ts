import { createServer as createHttpServer, get, request } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { portOf } from '../../../test/ports.js';
import { refusingPort } from '../../../test/refusing-port.js';
import { hostRuleOf } from './allowed-hosts.js';
import { startProxy } from './proxy.js';
import type { DeniedConnection } from './way-out.js';

async function proxyFor(hosts: readonly string[], addresses: Readonly<Record<string, string[]>> = {}) {
  const denied: DeniedConnection[] = [];
  const listener = await listening(createServer());
  const proxy = startProxy({
    rule: hostRuleOf(hosts),
    onDenied: (one) => denied.push(one),
    resolve: async (host) => addresses[host] ?? [],
  });
  proxy.serve(listener);
  onTestFinished(() => proxy.close());
  return { port: portOf(listener), denied };
}

async function webServer() {
  const server = await listening(
    createHttpServer((incoming, outgoing) => outgoing.end(`${incoming.headers.host} ${incoming.url}`)),
  );
  onTestFinished(() => void server.close());
  return portOf(server);
}

it('carries plain requests to a host that is listed, as the host itself would see them', async () => {
  const web = await webServer();
  const { port, denied } = await proxyFor([`127.0.0.1:${web}`]);
  expect(await through(port, `http://127.0.0.1:${web}/path?q=1`)).toEqual([
    200,
    `127.0.0.1:${web} /path?q=1`,
  ]);
  expect(denied).toEqual([]);
});

it('carries tunnels to a host that is listed', async () => {
  const web = await webServer();
  const { port } = await proxyFor([`127.0.0.1:${web}`]);
  const answer = await tunnelled(port, `127.0.0.1:${web}`, `GET /x HTTP/1.0\r\nhost: here\r\n\r\n`);
  expect(answer).toContain('200 Connection established');
  expect(answer).toContain('here /x');
});

it('refuses a host that is not listed, in words, and tells', async () => {
  const { port, denied } = await proxyFor(['example.test']);
  expect(await through(port, 'http://other.test/')).toEqual([
    403,
    'The sandbox does not allow connections to other.test:80.\n',
  ]);
  expect(await tunnelled(port, 'other.test:443', '')).toMatch(/^HTTP\/1.1 403 .*does not allow/s);
  expect(denied).toEqual([
    { host: 'other.test', port: 80, reason: 'not_listed' },
    { host: 'other.test', port: 443, reason: 'not_listed' },
  ]);
});

it('refuses a listed name that leads to a private address, one of several included', async () => {
  const { port, denied } = await proxyFor(['trap.test', 'mixed.test'], {
    'trap.test': ['127.0.0.1'],
    'mixed.test': ['93.184.216.34', '10.0.0.1'],
  });
  expect(await tunnelled(port, 'trap.test:443', '')).toContain('the name leads to a private address');
  expect(await through(port, 'http://mixed.test/')).toEqual([
    403,
    'The sandbox refuses mixed.test: the name leads to a private address. If you mean that machine, write mixed.test=ADDRESS under sandbox.network.\n',
  ]);
  expect(denied.map(({ reason }) => reason)).toEqual(['private_address', 'private_address']);
});

it('goes to a private address where a person says that a name is there', async () => {
  const web = await webServer();
  const { port } = await proxyFor([`git.corp:${web}=127.0.0.1`]);
  expect(await through(port, `http://git.corp:${web}/`)).toEqual([200, `git.corp:${web} /`]);
});

it.each(['/only/a/path', 'ftp://example.test/', 'http://'])(
  'refuses what it does not understand: %s',
  async (path) => {
    const { port, denied } = await proxyFor(['example.test']);
    const [status] = await through(port, path);
    expect(status).toBe(403);
    expect(denied).toMatchObject([{ reason: 'not_understood' }]);
  },
);

it('says that a host does not answer', async () => {
  const closed = await refusingPort();
  const { port } = await proxyFor([`127.0.0.1:${closed}`]);
  expect(await through(port, `http://127.0.0.1:${closed}/`)).toEqual([502, 'The host did not answer.\n']);
});

it('ends what is under way when it is closed', async () => {
  const silent = await listening(createServer());
  onTestFinished(() => void silent.close());
  const listener = await listening(createServer());
  const proxy = startProxy({ rule: hostRuleOf([`127.0.0.1:${portOf(silent)}`]), onDenied: () => {} });
  proxy.serve(listener);
  const reached = new Promise((resolve) => silent.once('connection', resolve));
  const ended = new Promise((resolve) => {
    get({ port: portOf(listener), host: '127.0.0.1', path: `http://127.0.0.1:${portOf(silent)}/` }).on(
      'error',
      resolve,
    );
  });
  await reached;
  proxy.close();
  expect(await ended).toBeInstanceOf(Error);
});

function through(port: number, path: string): Promise<[number | undefined, string]> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      text(response).then((body) => resolve([response.statusCode, body]), reject);
    });
    asked.on('error', reject).end();
  });
}

async function tunnelled(port: number, target: string, sent: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n${sent}`);
  return text(socket);
}

function listening<T extends Server>(server: T): Promise<T> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
