// Members of what a peer sent: each may be missing, or of another type. What a request cannot do without is refused by name.

import { isMembers, type Members } from '../protocol/members.js';
import { invalidParams } from './rpc-error.js';

export { listOf, membersOf, textOf } from '../protocol/members.js';

export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

export function wantedMembers(value: unknown, name: string): Members {
  if (!isMembers(value)) throw invalidParams(`${name} must be an object`);
  return value;
}

export function wantedText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw invalidParams(`${name} must be a string`);
  return value;
}
