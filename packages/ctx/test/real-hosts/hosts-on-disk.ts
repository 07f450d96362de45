// Claude Code and Codex as npm has them, in a folder of their own that later runs of the same checkout use again.

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { provedOn } from '../../src/hosts/proved-on.js';

const repository = join(import.meta.dirname, '../../../..');

export interface HostPrograms {
  /** The words that start each host. */
  readonly claude: readonly string[];
  readonly codex: readonly string[];
}

export async function hostPrograms(): Promise<HostPrograms> {
  const folder = await installed();
  const modules = join(folder, 'node_modules');
  return {
    // Its launcher for those who do not run install scripts.
    claude: [process.execPath, join(modules, '@anthropic-ai/claude-code/cli-wrapper.cjs')],
    codex: [process.execPath, join(modules, '@openai/codex/bin/codex.js')],
  };
}

async function installed(): Promise<string> {
  const packages = Object.entries(provedOn).map(([name, version]) => `${name}@${version}`);
  const key = packages.join('+').replace(/[^\w.+-]/g, '_');
  const folder = join(repository, 'node_modules', '.cache', 'ctx-real-hosts', key);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${process.pid}.tmp`;
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, 'package.json'), '{"private": true}\n');
  try {
    const words = [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-package-lock',
      ...packages,
    ];
    await promisify(execFile)('npm', words, { cwd: fresh, timeout: 280_000 });
    renameSync(fresh, folder);
  } catch (cause) {
    rmSync(fresh, { recursive: true, force: true });
    if (existsSync(folder)) return folder;
    throw new Error(
      `${packages.join(' and ')} could not be installed from npm, so nothing can be said about hooks on real hosts. ` +
        'This test needs a registry that has them the first time it runs in a checkout.',
      { cause },
    );
  }
  return folder;
}
