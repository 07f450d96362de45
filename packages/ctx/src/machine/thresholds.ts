// Every threshold of the machine's checks, in one place.

export const thresholds = {
  /** Share of the last ten seconds in which tasks stood still for memory, per cent (Linux PSI, avg10). */
  memoryStall: { someWarning: 10, fullDanger: 10 },
  /** Share of the memory that is not available any more, per cent (Windows). */
  memoryUsed: { warning: 90, danger: 95 },
  /** Share of the file system that is used, per cent. */
  disk: { warning: 85, danger: 95 },
  /** Five-minute load average for each CPU. */
  load: { warning: 0.8, danger: 1.5 },
} as const;

export type Level = 'ok' | 'warning' | 'danger';

export function levelOf(value: number, limits: { readonly warning: number; readonly danger: number }): Level {
  if (value >= limits.danger) return 'danger';
  return value >= limits.warning ? 'warning' : 'ok';
}
