// A registry of npm's on loopback, with these packages and nothing else.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { portOf } from '../../ctx/test/ports.js';

export interface Published {
  readonly name: string;
  readonly version: string;
  readonly tarball: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export async function loopbackRegistry(packages: readonly Published[]) {
  const server = createServer((request, response) => {
    const found = packages.find(({ name }) => request.url === `/${name}` || request.url === `/${name}.tgz`);
    if (found === undefined) return response.writeHead(404).end('{}');
    const bytes = readFileSync(found.tarball);
    if (request.url?.endsWith('.tgz')) return response.end(bytes);
    const { name, version, dependencies = {} } = found;
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    const dist = { tarball: `${address()}/${name}.tgz`, integrity };
    const versions = { [version]: { name, version, dependencies, dist } };
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
  });
  const address = () => `http://127.0.0.1:${portOf(server)}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: address(), close: () => server.close() };
}
