import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { startBurners } from './burners.js';

const tsx = join(import.meta.dirname, '../../node_modules/.bin/tsx');

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

const areGone = (pids: readonly number[]) =>
  vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 250_000 });

describe('burners', () => {
  it('burn until they are ended', async () => {
    const burners = await startBurners(2);
    expect(burners.pids.map(isAlive)).toEqual([true, true]);
    burners.end();
    await areGone(burners.pids);
  });

  it.each(['SIGKILL', 'SIGINT'] as const)('end with a starter that %s ends', async (signal) => {
    const program = `
      import { startBurners } from ${JSON.stringify(join(import.meta.dirname, 'burners.ts'))};
      startBurners(1).then(({ pids }) => process.stdout.write(JSON.stringify(pids)));
    `;
    const starter = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      cwd: join(tsx, '../../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await once(starter.stdout, 'data');
    const pids: number[] = JSON.parse(String(said));
    expect(pids.map(isAlive)).toEqual([true]);
    starter.kill(signal);
    await areGone(pids);
  });
});
