// A registry of npm packages on loopback: the tarballs of a test, and nothing else.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename } from 'node:path';
import { listening } from './listening.js';

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** Its address; the newest version of a package is the one that stands here. */
export async function npmRegistry(tarballs: readonly string[]): Promise<string> {
  const packages = tarballs.map((path) => ({ path, bytes: readFileSync(path), manifest: manifestIn(path) }));
  let address = '';
  const server = createServer((request, response) => {
    const asked = decodeURIComponent(request.url ?? '').slice(1);
    const tarball = packages.find(({ path }) => asked === `-/${basename(path)}`);
    if (tarball !== undefined) {
      response.end(tarball.bytes);
      return;
    }
    const found = packages.find(({ manifest }) => manifest.name === asked);
    if (found === undefined) {
      response.writeHead(404).end('{}');
      return;
    }
    const { manifest, bytes, path } = found;
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    const dist = { tarball: `${address}/-/${basename(path)}`, integrity };
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        name: manifest.name,
        'dist-tags': { latest: manifest.version },
        versions: { [manifest.version]: { ...manifest, dist } },
      }),
    );
  });
  address = await listening(server);
  return address;
}

function manifestIn(tarball: string): Manifest {
  return JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }));
}
