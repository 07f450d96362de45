// Memory pressure from the kernel's own signal. How full memory is says little: caches fill it on purpose.

import { readFileSync } from 'node:fs';
import { type Level, levelOf, thresholds } from './thresholds.js';

export type MemoryPressure =
  | {
      readonly supported: true;
      readonly source: string;
      readonly level: Level;
      readonly facts: PressureFacts;
    }
  | { readonly supported: false; readonly reason: string };

/** Stall shares in per cent on Linux, the kernel's level number on macOS, the share that is available on Windows. */
export type PressureFacts =
  | { readonly some_avg10: number; readonly full_avg10: number }
  | { readonly pressure_level: number }
  | { readonly available_percent: number };

export interface PressureSources {
  readonly platform: NodeJS.Platform;
  readonly psiFile: string;
  /** Runs `sysctl -n NAME`; only macOS needs it. */
  readonly sysctl: (name: string) => string;
  /** Bytes that can be had and that there are; only Windows needs it. */
  readonly memory?: () => { readonly available: number; readonly total: number };
}

export function memoryPressure(sources: PressureSources): MemoryPressure {
  if (sources.platform === 'linux') return fromPsi(sources.psiFile);
  if (sources.platform === 'darwin') return fromSysctl(sources.sysctl);
  if (sources.platform === 'win32') return fromAvailable(sources.memory ?? systemMemory);
  return { supported: false, reason: `there is no memory pressure signal for ${sources.platform}` };
}

function fromPsi(file: string): MemoryPressure {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {
      supported: false,
      reason: `${file} cannot be read: the kernel has pressure stall information switched off`,
    };
  }
  const [some, full] = [avg10Of(text, 'some'), avg10Of(text, 'full')];
  if (!(some >= 0 && full >= 0)) {
    return { supported: false, reason: `${file} is not in the form that the kernel documents` };
  }
  return {
    supported: true,
    source: file,
    level: psiLevel(some, full),
    facts: { some_avg10: some, full_avg10: full },
  };
}

/** Each of the kernel's two lines begins with it: `some avg10=0.00 avg60=…`. */
function avg10Of(text: string, line: string): number {
  const begin = `${line} avg10=`;
  const share = text
    .split('\n')
    .find((one) => one.startsWith(begin))
    ?.slice(begin.length)
    .split(' ', 1)[0];
  return Number(share || Number.NaN);
}

function psiLevel(some: number, full: number): Level {
  if (full >= thresholds.memoryStall.fullDanger) return 'danger';
  return some >= thresholds.memoryStall.someWarning ? 'warning' : 'ok';
}

function fromSysctl(sysctl: (name: string) => string): MemoryPressure {
  const name = 'kern.memorystatus_vm_pressure_level';
  const levels = new Map<string, Level>([
    ['1', 'ok'],
    ['2', 'warning'],
    ['4', 'danger'],
  ]);
  let answer: string;
  try {
    answer = sysctl(name).trim();
  } catch {
    return { supported: false, reason: `sysctl ${name} did not answer` };
  }
  const level = levels.get(answer);
  if (level === undefined) return { supported: false, reason: `sysctl ${name} answered ${answer}` };
  return { supported: true, source: `sysctl ${name}`, level, facts: { pressure_level: Number(answer) } };
}

/** Windows counts what its caches would give back as available, so that little left means pressure there. */
function fromAvailable(memory: NonNullable<PressureSources['memory']>): MemoryPressure {
  const { available, total } = memory();
  const source = 'os.freemem()';
  if (!(total > 0 && available >= 0 && available <= total))
    return { supported: false, reason: `${source} says ${available} of ${total} bytes` };
  const share = Math.round((available / total) * 1000) / 10;
  return {
    supported: true,
    source,
    level: levelOf(100 - share, thresholds.memoryUsed),
    facts: { available_percent: share },
  };
}

function systemMemory() {
  const { freemem, totalmem } = process.getBuiltinModule('node:os');
  return { available: freemem(), total: totalmem() };
}

/** What macOS says of itself. Loaded only where it is asked: node:child_process costs every start 3 ms. */
export function sysctl(name: string): string {
  return process
    .getBuiltinModule('node:child_process')
    .execFileSync('sysctl', ['-n', name], { encoding: 'utf8', timeout: 1000 });
}
