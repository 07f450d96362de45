// The form of the file that keeps what is trusted. Read strictly: whatever does not fit is damage, never trust.

import { isMembers } from '../protocol/members.js';
import { parsedJson } from '../protocol/parsed-json.js';
import { type TrustItem, type TrustKind, trustKinds } from './item.js';

export interface TrustedItem extends TrustItem {
  /** ISO 8601. */
  readonly trusted_at: string;
}

export interface TrustBook {
  readonly version: 1;
  /** By the real path of the project's folder. */
  readonly projects: Readonly<Record<string, readonly TrustedItem[]>>;
}

export function parseTrust(text: string): TrustBook | undefined {
  const value = parsedJson(text);
  if (!isMembers(value) || value['version'] !== 1 || !isMembers(value['projects'])) return undefined;
  const projects: [string, readonly TrustedItem[]][] = [];
  for (const [root, items] of Object.entries(value['projects'])) {
    if (!Array.isArray(items) || !items.every(isTrusted)) return undefined;
    projects.push([root, items]);
  }
  return { version: 1, projects: Object.fromEntries(projects) };
}

function isTrusted(value: unknown): value is TrustedItem {
  if (!isMembers(value)) return false;
  const { kind, path, digest, lines, trusted_at } = value;
  return (
    isKind(kind) &&
    typeof path === 'string' &&
    typeof digest === 'string' &&
    typeof trusted_at === 'string' &&
    Array.isArray(lines) &&
    lines.every((line) => typeof line === 'string')
  );
}

function isKind(value: unknown): value is TrustKind {
  return trustKinds.some((kind) => kind === value);
}
