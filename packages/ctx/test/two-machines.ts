// Two machines as network namespaces of this one, with a cable between them: each has its own loopback and its own ports. They are gone with
// the processes that hold them, however those end.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { onTestFinished } from 'vitest';

export interface NetMachine {
  readonly address: string;
  /** The words that stand before a command of this machine. */
  readonly inside: readonly string[];
  /** Pulls the cable, or plugs it in again. */
  cable(state: 'up' | 'down'): void;
}

/** Needs root, for the namespaces and the cable. */
export async function twoMachines(): Promise<readonly [NetMachine, NetMachine]> {
  const [near, far] = [await namespace(), await namespace()];
  const inside = (pid: number) => ['nsenter', '-t', String(pid), '-n'];
  const ip = (pid: number, ...words: string[]) => run([...inside(pid), 'ip', ...words]);
  ip(near, 'link', 'add', 'cable', 'type', 'veth', 'peer', 'name', 'cable', 'netns', String(far));
  const machine = (pid: number, address: string): NetMachine => {
    ip(pid, 'link', 'set', 'lo', 'up');
    ip(pid, 'addr', 'add', `${address}/24`, 'dev', 'cable');
    ip(pid, 'link', 'set', 'cable', 'up');
    return { address, inside: inside(pid), cable: (state) => ip(pid, 'link', 'set', 'cable', state) };
  };
  return [machine(near, '10.77.0.1'), machine(far, '10.77.0.2')];
}

/** A process that holds a namespace of its own until its input ends, and so no longer than this one. */
async function namespace(): Promise<number> {
  const child = spawn('unshare', ['--net', 'sh', '-c', 'echo there; exec cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const { pid } = child;
  if (pid === undefined) throw new Error('unshare did not start');
  const name = networkOf(String(pid));
  onTestFinished(() => {
    for (const one of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
      if (networkOf(one) === name) process.kill(Number(one), 'SIGKILL');
  });
  return pid;
}

/** Nothing of a process that has ended. */
function networkOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return undefined;
  }
}

function run([program = '', ...words]: readonly string[]): void {
  execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'] });
}
