// A host's tool and what it is about: each host has its own names, and rules are written once for all of them.

import type { ToolUse } from '../protocol/host-event.js';
import { fieldsOf, textOf } from './fields.js';

/** By the host's name: what Claude Code calls it, and the field that says what it is about. */
export type KnownTools = Readonly<Record<string, readonly [as: string, field?: string]>>;

export function toolUse(known: KnownTools, name: unknown, input: unknown, callId?: unknown): ToolUse {
  const own = textOf(name) ?? '';
  const [as, field] = (Object.hasOwn(known, own) ? known[own] : undefined) ?? [own];
  const id = textOf(callId);
  return {
    name: own,
    as,
    input: fieldsOf(input),
    ...(field === undefined ? {} : { subject: { field, kind: as === 'Bash' ? 'command' : 'path' } }),
    ...(id === undefined ? {} : { callId: id }),
  };
}
