// Memory pressure from the kernel's own signal. How full memory is says little: caches fill it on purpose.

import { readFileSync } from 'node:fs';
import { type Level, thresholds } from './thresholds.js';

export type MemoryPressure =
  | {
      readonly supported: true;
      readonly source: string;
      readonly level: Level;
      readonly facts: PressureFacts;
    }
  | { readonly supported: false; readonly reason: string };

/** Stall shares in per cent on Linux, the kernel's level number on macOS. */
export type PressureFacts =
  | { readonly some_avg10: number; readonly full_avg10: number }
  | { readonly pressure_level: number };

export interface PressureSources {
  readonly platform: NodeJS.Platform;
  readonly psiFile: string;
  /** Runs `sysctl -n NAME`; only macOS needs it. */
  readonly sysctl: (name: string) => string;
}

/** The two lines of the kernel's file, in its order. */
const avg10 = /^some avg10=(\d+(?:\.\d+)?) .*\nfull avg10=(\d+(?:\.\d+)?) /;

export function memoryPressure(sources: PressureSources): MemoryPressure {
  if (sources.platform === 'linux') return fromPsi(sources.psiFile);
  if (sources.platform === 'darwin') return fromSysctl(sources.sysctl);
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
  const [, some, full] = (avg10.exec(text) ?? []).map(Number);
  if (some === undefined || full === undefined) {
    return { supported: false, reason: `${file} is not in the form that the kernel documents` };
  }
  return {
    supported: true,
    source: file,
    level: psiLevel(some, full),
    facts: { some_avg10: some, full_avg10: full },
  };
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

/** What macOS says of itself. Loaded only where it is asked: node:child_process costs every start 3 ms. */
export function sysctl(name: string): string {
  return process
    .getBuiltinModule('node:child_process')
    .execFileSync('sysctl', ['-n', name], { encoding: 'utf8', timeout: 1000 });
}
