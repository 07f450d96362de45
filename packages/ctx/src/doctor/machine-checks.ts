// The machine: Node, disk, memory pressure, and a clock that can be right.

import { diskSpace } from '../machine/disk-space.js';
import { memoryPressure, sysctl } from '../machine/memory-pressure.js';
import type { Level } from '../machine/thresholds.js';
import { type Check, type CheckState, type Diagnosis, ok, skipped } from './check.js';

/** What the package asks for. */
const oldestNode = [20, 19] as const;
/** This code was written after it, so no right clock is before it. */
const codeWritten = Date.UTC(2026, 10, 1);

export interface MachineFacts {
  readonly folder: string;
  readonly nodeVersion: string;
  readonly now: number;
  readonly platform: NodeJS.Platform;
  readonly psiFile: string;
}

const stateOf: Readonly<Record<Level, CheckState>> = { ok: 'ok', warning: 'warning', danger: 'error' };

export function machineChecks(facts: MachineFacts): Check[] {
  return [
    { name: 'node', examine: () => checkNode(facts.nodeVersion) },
    { name: 'disk', examine: () => checkDisk(facts.folder) },
    { name: 'memory', examine: () => checkMemory(facts) },
    { name: 'clock', examine: () => checkClock(facts.now) },
  ];
}

function checkNode(version: string): Diagnosis {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [oldest, oldestMinor] = oldestNode;
  if (major > oldest || (major === oldest && minor >= oldestMinor)) return ok(version);
  return {
    state: 'error',
    says: `${version} is too old`,
    fix: `install Node ${oldestNode.join('.')} or later`,
  };
}

function checkDisk(folder: string): Diagnosis {
  const { used_percent, available_bytes, level } = diskSpace(folder);
  const says = `${used_percent} % used, ${(available_bytes / 2 ** 30).toFixed(1)} GiB free`;
  return level === 'ok' ? ok(says) : { state: stateOf[level], says, fix: 'free some space' };
}

function checkMemory({ platform, psiFile }: MachineFacts): Diagnosis {
  const pressure = memoryPressure({ platform, psiFile, sysctl });
  if (!pressure.supported) return skipped(pressure.reason);
  const { level, source } = pressure;
  if (level === 'ok') return ok(`no pressure (${source})`);
  return { state: stateOf[level], says: `tasks wait for memory (${source})`, fix: 'close something large' };
}

function checkClock(now: number): Diagnosis {
  const says = new Date(now).toISOString();
  if (now >= codeWritten) return ok(says);
  return { state: 'error', says: `${says} is in the past`, fix: 'set the clock of this machine' };
}
