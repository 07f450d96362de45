// A page shown in the person's own browser.

import { spawn } from 'node:child_process';
import type { Services } from '../../cli/command.js';
import { fail } from '../../protocol/codes.js';

/** Waits until the system's opener has started, not for the browser. */
export function openPage(page: string, details: object, { env }: Pick<Services, 'env'>): Promise<void> {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  return new Promise((resolve, reject) => {
    const child = spawn(program, [page], { stdio: 'ignore', detached: true, env: { ...env } });
    child.once('error', (cause) =>
      reject(fail('page_not_opened', { operation: 'open', target: page, program, cause, details })),
    );
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
