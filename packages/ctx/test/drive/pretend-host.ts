// A host that is installed for one test: its package, and a program that plays the project's script when it is driven.

import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder, writeFiles } from '../folder.js';

export interface PretendHost {
  /** Where it is installed. */
  readonly folder: string;
  /** An environment in which it is found, with a home folder of its own. */
  readonly env: Readonly<Record<string, string>>;
  readonly home: string;
}

export const agentsFolder = import.meta.dirname;

/** `before`: lines of shell for what else it is asked, before it is driven; `plays`: what speaks as it does. */
export function pretendHost(
  npm: string,
  program: string,
  before = '',
  plays = 'scripted-agent.mjs',
): PretendHost {
  const folder = temporaryFolder();
  const home = temporaryFolder();
  const agent = join(agentsFolder, plays);
  writeFiles(folder, {
    'package.json': JSON.stringify({ name: npm, version: '99.0.0' }),
    [`bin/${program}`]: `#!/bin/sh\n${before}\nexec '${process.execPath}' '${agent}' script.json\n`,
  });
  chmodSync(join(folder, 'bin', program), 0o755);
  return { folder, home, env: { HOME: home, PATH: `${join(folder, 'bin')}:/usr/bin:/bin` } };
}
