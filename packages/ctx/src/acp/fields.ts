// Members of what a peer sent: each may be missing, or of another type. What a request cannot do without is refused by name.

import { isMembers, type Members } from '../protocol/members.js';
import { invalidParams } from './rpc-error.js';

const none: Members = {};

export function membersOf(value: unknown): Members {
  return isMembers(value) ? value : none;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

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
