// What npm on the clean host shares with npm on this machine: the cache, and the names of the registries under which
// things are in it. It never gets a credential, and no network.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface NpmShared {
  readonly cache: string;
  /** `registry`, and `@scope:registry` for each scope that has its own. */
  readonly registries: readonly (readonly [name: string, address: string])[];
}

/** As npm itself would find it in that folder. */
export async function npmShared(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<NpmShared> {
  const { stdout } = await promisify(execFile)('npm', ['config', 'list', '--json'], {
    cwd,
    env,
    maxBuffer: 1 << 24,
  });
  const settings: Readonly<Record<string, unknown>> = JSON.parse(stdout);
  const registries = Object.entries(settings).flatMap(([name, value]): [string, string][] =>
    /(^|:)registry$/.test(name) && typeof value === 'string' ? [[name, value]] : [],
  );
  return { cache: String(settings['cache']), registries };
}

/** The names of registries as lines of npm's own configuration: a shell drops variables that are called `@scope:…`. */
export function registryLines({ registries }: NpmShared): string {
  return registries.map(([name, address]) => `${name}=${address}\n`).join('');
}
