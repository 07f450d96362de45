// Amounts as people read them: money, tokens, bytes, time. The same text on every machine, whatever its locale.

import { grouped as inGroups, noun } from '../../text/counted.js';

/** `null` is unknown, and never shown as nothing. */
export function money(microusd: number | null): string {
  if (microusd === null) return 'unknown';
  if (microusd === 0) return '$0';
  const digits = microusd < 1000 ? 6 : microusd < 1_000_000 ? 4 : 2;
  return `$${(microusd / 1e6).toFixed(digits)}`;
}

export function grouped(count: number | null): string {
  if (count === null) return 'unknown';
  return inGroups(count);
}

/** How many of something, in words: `1 turn`, `2 turns`. */
export function counted(count: number, one: string): string {
  return `${inGroups(count)} ${noun(count, one)}`;
}

export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function byteSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** UTC, to the second. */
export function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
