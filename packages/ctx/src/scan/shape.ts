// Careful looks into parsed documents whose shape nobody promised.

import { isMembers } from '../protocol/members.js';

export { listOf, membersOf, textOf } from '../protocol/members.js';

export function field(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (!isMembers(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** A value as evidence shows it: short, on one line. */
export function shown(value: unknown): string {
  const whole = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const line = whole.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
