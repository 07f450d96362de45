// Processes that keep cores busy. Each ends when it is told to, and when whoever started it is gone, however that went.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const burn = `
process.stdin.on('end', () => process.exit()).resume();
const slice = () => {
  for (const until = performance.now() + 50; performance.now() < until; );
  setImmediate(slice);
};
slice();
process.stdout.write('burning');
`;

export interface Burners {
  readonly pids: readonly number[];
  end(): void;
}

/** Resolves when all of them burn. */
export async function startBurners(count: number): Promise<Burners> {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', burn], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  await Promise.all(children.map(({ stdout }) => once(stdout, 'data')));
  const end = () => {
    for (const child of children) child.kill('SIGKILL');
  };
  return { pids: children.flatMap(pidOf), end };
}

function pidOf({ pid }: ChildProcess): number[] {
  return pid === undefined ? [] : [pid];
}
