// The few figures that suites and drivers make of their measurements.

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** In milliseconds of the wall clock. */
export function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** The most memory that this process ever held. */
export function maxRssMb(): number {
  return process.resourceUsage().maxRSS / 1024;
}

/** Milliseconds of CPU that this process has used since `before`. */
export function cpuMs(before?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
