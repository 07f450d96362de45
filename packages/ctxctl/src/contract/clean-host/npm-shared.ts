// What npm on the clean host shares with npm on this machine: the cache, the registry, and whom it trusts there.

import { execFileSync } from 'node:child_process';

export interface NpmShared {
  readonly cache: string;
  readonly registry?: string | undefined;
  /** Certificates, where a proxy of the machine's network signs with its own. */
  readonly cafile?: string | undefined;
  readonly extraCertificates?: string | undefined;
}

/** As npm itself would find it in that folder. */
export function npmShared(cwd: string): NpmShared {
  const text = execFileSync('npm', ['config', 'list', '--json'], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 24,
  });
  const { cache, registry, cafile } = JSON.parse(text);
  return {
    cache,
    registry,
    cafile: cafile ?? undefined,
    extraCertificates: process.env['NODE_EXTRA_CA_CERTS'],
  };
}
