// Careful looks into parsed documents whose shape nobody promised.

import { isMembers } from '../protocol/members.js';
import { onOneLine } from '../text/one-line.js';

export { listOf, membersOf, textOf } from '../protocol/members.js';

export function field(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (!isMembers(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** Some patterns that lines are held against take the square of a line's length. */
const longestLine = 500;

/** A line as readers match it: without what it has beyond any that people write. */
export function shortLine(line: string): string {
  return line.length > longestLine ? line.slice(0, longestLine) : line;
}

/** The first line that says something, as evidence; nothing where none does. */
export function lineThat(
  says: RegExp,
  lines: readonly string[],
): { line: number; value: string } | undefined {
  const index = lines.findIndex((text) => says.test(text));
  return index === -1 ? undefined : { line: index + 1, value: shown(lines[index]) };
}

/** A value as evidence shows it: short, on one line. */
export function shown(value: unknown): string {
  const whole = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const line = onOneLine(whole);
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
