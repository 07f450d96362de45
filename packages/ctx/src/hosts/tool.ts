// A host's tool and what it is about: each host has its own names, and rules are written once for all of them.

import type { ToolUse } from '../protocol/host-event.js';
import { type Members, membersOf, wordOf } from '../protocol/members.js';

/**
 * By the host's name: what Claude Code calls it, and the field that says what it is about. One that types into a shell that
 * runs already has none: what its keys become, nobody can tell, so a pattern on commands denies it.
 */
export type KnownTools = Readonly<Record<string, readonly [as: string, field?: string]>>;

export function toolUse(known: KnownTools, name: unknown, input: unknown, callId?: unknown): ToolUse {
  const own = wordOf(name) ?? '';
  const given = inputOf(input);
  const [meant, field] = (Object.hasOwn(known, own) ? known[own] : undefined) ?? [own];
  const as = meant === 'Bash' && field === undefined && typesNothing(given) ? own : meant;
  const id = wordOf(callId);
  return {
    name: own,
    as,
    input: given,
    ...(field === undefined ? {} : { subject: { field, kind: as === 'Bash' ? 'command' : 'path' } }),
    ...(id === undefined ? {} : { callId: id }),
  };
}

/** Some hosts send JSON as a text, and some tools take a bare text or a list: nothing of it goes unseen. */
function inputOf(input: unknown): Members {
  const value = typeof input === 'string' ? parsed(input) : input;
  const isLost = Array.isArray(value) || (typeof value !== 'object' && value !== undefined);
  return isLost ? { input: value } : membersOf(value);
}

function parsed(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** It only looks what the shell has said since. */
function typesNothing({ chars, input }: Members): boolean {
  return (chars ?? input) === '';
}
