// Members of a request, which may be anything.

import type { OfferedTool } from './wire.js';

export function listIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}

export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function offeredTool(name: unknown, schema: unknown): OfferedTool[] {
  if (typeof name !== 'string') return [];
  return [{ name, takes: Object.keys(membersOf(membersOf(schema)['properties'])) }];
}
