// A registered hook tried out: its own command, started as its host starts it, with an event as its host sends it. Settings
// of a project are a stranger's, so nothing of the user's environment comes along but where programs are.

import { spawn } from 'node:child_process';
import type { Host, HostPlaces } from '../host.js';
import { ownPath } from '../own-path.js';
import type { OwnHook } from './registration.js';

const patienceMs = 15_000;

export interface Trial {
  readonly exitCode: number | null;
  readonly stdout: string;
}

export function tryHook(hook: OwnHook, host: Host, folder: string, places: HostPlaces): Promise<Trial> {
  return new Promise((resolve) => {
    const child = spawn(hook.command, {
      shell: true,
      cwd: folder,
      env: { PATH: ownPath(places), HOME: folder, LANG: 'C.UTF-8', CLAUDE_PROJECT_DIR: folder },
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: patienceMs,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
    });
    // A command that is not there ends before it has read anything.
    child.stdin.on('error', () => {});
    child.on('error', () => resolve({ exitCode: null, stdout }));
    child.on('close', (exitCode) => resolve({ exitCode, stdout }));
    child.stdin.end(JSON.stringify(host.sample(hook.event, folder)));
  });
}
