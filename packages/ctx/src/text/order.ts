/** The order of two texts by their UTF-16 units, the same on every machine: the one that a plain `sort` uses. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
