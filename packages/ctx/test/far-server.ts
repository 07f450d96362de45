// A server on loopback that is reached only through a proxy: https at a name which no name service knows.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { temporaryFolder } from './folder.js';
import { listening } from './listening.js';
import { portOf } from './ports.js';

interface FarServer {
  /** For NODE_EXTRA_CA_CERTS. */
  readonly cert: string;
  /** The port that a tunnel to the name leads to. */
  readonly tunnel: number;
}

/** Passes everything on to a plain server. */
export async function farServer(name: string, plain: number): Promise<FarServer> {
  const folder = temporaryFolder();
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (incoming, answer) => {
    const { method = 'GET', url = '', headers } = incoming;
    const passed = request({ host: '127.0.0.1', port: plain, method, path: url, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    incoming.pipe(passed);
  });
  await listening(server);
  return { cert, tunnel: portOf(server) };
}
