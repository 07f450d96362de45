// A policy and the tools that tests hold it against.

import type { Policy } from '../protocol/records.js';

export const policy = (parts: Partial<Policy>): Policy => ({
  allow: [],
  deny: [],
  on_deny: 'tell',
  ...parts,
});

export const bash = { name: 'bash', subject: { field: 'command', kind: 'command' } } as const;

export const read = { name: 'read', subject: { field: 'path', kind: 'path' } } as const;
