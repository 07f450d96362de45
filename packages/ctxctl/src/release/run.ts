// Programs that a release starts: in the repository, with an environment of their own, ended with the command.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Runner } from './step.js';

const mostSaid = 1200;

export function runnerIn(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Runner {
  return async (program, words, { cwd = root, env: own = {} } = {}) => {
    const child = spawn(program, words, {
      cwd,
      env: { ...env, npm_config_update_notifier: 'false', ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    });
    let [stdout, all] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      all = (all + text).slice(-mostSaid);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      all = (all + text).slice(-mostSaid);
    });
    const ok = await once(child, 'close').then(
      ([code]) => code === 0,
      (error: unknown) => {
        all += String(error);
        return false;
      },
    );
    return { ok, stdout, said: all.trim() };
  };
}
