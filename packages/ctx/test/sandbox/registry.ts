// A package registry with one package, on loopback.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portOf } from '../ports.js';

export interface Registry {
  readonly port: number;
  /** What was asked for, in order. */
  readonly asked: readonly string[];
  close(): void;
}

export async function startRegistry(): Promise<Registry> {
  const tarball = packed();
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.endsWith('.tgz')) {
      response.end(tarball);
      return;
    }
    const version = {
      name: 'tiny-answer',
      version: '1.0.0',
      dist: { tarball: `http://127.0.0.1:${portOf(server)}/tiny-answer-1.0.0.tgz`, integrity },
    };
    const body = { name: 'tiny-answer', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: portOf(server), asked, close: () => server.close() };
}

function packed(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-registry-'));
  try {
    mkdirSync(join(folder, 'package'));
    writeFileSync(
      join(folder, 'package/package.json'),
      '{"name":"tiny-answer","version":"1.0.0","main":"index.js"}',
    );
    writeFileSync(join(folder, 'package/index.js'), 'module.exports = 42;');
    execFileSync('tar', ['-czf', 'p.tgz', 'package'], { cwd: folder });
    return readFileSync(join(folder, 'p.tgz'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
