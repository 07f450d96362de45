// Claude Code and Codex, as npm has them.

import { join } from 'node:path';
import { provedOn } from '../../src/hosts/proved-on.js';
import { installedFromNpm } from './installed-from-npm.js';

export interface HostPrograms {
  /** The words that start each host. */
  readonly claude: readonly string[];
  readonly codex: readonly string[];
}

export async function hostPrograms(): Promise<HostPrograms> {
  const modules = await installedFromNpm(
    Object.entries(provedOn).map(([name, version]) => `${name}@${version}`),
  );
  return {
    // Its launcher for those who do not run install scripts.
    claude: [process.execPath, join(modules, '@anthropic-ai/claude-code/cli-wrapper.cjs')],
    codex: [process.execPath, join(modules, '@openai/codex/bin/codex.js')],
  };
}
