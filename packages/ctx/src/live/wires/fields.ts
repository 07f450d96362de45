// Members of a request, which may be anything.

import { listOf, type Members, membersOf } from '../../protocol/members.js';
import type { OfferedTool } from './wire.js';

export function listIn(value: unknown): readonly Members[] {
  return listOf(value).map(membersOf);
}

export function offeredTool(name: unknown, schema: unknown): OfferedTool[] {
  if (typeof name !== 'string') return [];
  return [{ name, takes: Object.keys(membersOf(membersOf(schema)['properties'])) }];
}
