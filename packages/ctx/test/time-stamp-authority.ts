// A time stamp authority (RFC 3161) on loopback: openssl answers each request.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { temporaryFolder } from './folder.js';
import { listening } from './listening.js';

const config = (folder: string) => `
[req]
distinguished_name = name
x509_extensions = stamping
prompt = no
[name]
CN = A time stamp authority of a test
[stamping]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[tsa]
default_tsa = own
[own]
serial = ${folder}/serial
signer_cert = ${folder}/tsa.pem
signer_key = ${folder}/key.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
`;

export interface Authority {
  readonly url: string;
  /** Its certificate. */
  readonly pem: string;
}

export async function timeStampAuthority(): Promise<Authority> {
  const folder = temporaryFolder();
  const file = (name: string) => join(folder, name);
  writeFileSync(file('tsa.cnf'), config(folder));
  writeFileSync(file('serial'), '01\n');
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-config', file('tsa.cnf')];
  execFileSync('openssl', ['req', ...made, '-keyout', file('key.pem'), '-out', file('tsa.pem')], {
    stdio: 'ignore',
  });
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => {
      if (request.headers['content-type'] !== 'application/timestamp-query') {
        response.writeHead(415).end();
        return;
      }
      writeFileSync(file('request.tsq'), Buffer.concat(pieces));
      const words = ['ts', '-reply', '-queryfile', file('request.tsq'), '-config', file('tsa.cnf')];
      execFileSync('openssl', [...words, '-out', file('answer.tsr')], { stdio: 'ignore' });
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' });
      response.end(readFileSync(file('answer.tsr')));
    });
  });
  return { url: `${await listening(server)}/tsr`, pem: readFileSync(file('tsa.pem'), 'utf8') };
}
