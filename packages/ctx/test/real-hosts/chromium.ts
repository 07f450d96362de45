// A real browser: Debian's Chromium, which is installed where that can be done.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { onTestFinished } from 'vitest';

const program = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Longer than anything takes on a busy machine. */
export const longest = 250_000;

export async function browser(...args: string[]): Promise<Browser> {
  if (!existsSync(program) && process.getuid?.() === 0)
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], {
      stdio: 'inherit',
    });
  if (!existsSync(program))
    throw new Error(`There is no ${program}. On Debian or Ubuntu: sudo apt-get install chromium`);
  const started = await chromium.launch({ executablePath: program, args: ['--no-sandbox', ...args] });
  started.on('context', (context) => context.setDefaultTimeout(longest));
  onTestFinished(() => started.close());
  return started;
}
