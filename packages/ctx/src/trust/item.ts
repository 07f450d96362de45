// Something in a project that runs or speaks on the project's behalf, and therefore needs a person's trust.

import { digestOf } from '../disk/digest.js';

export const trustKinds = [
  'mcp-servers',
  'mcp-program',
  'mcp-outside',
  'shell-command',
  'hook-words',
  'pad-config',
  'settings',
  'allowed-rule',
  'approval-program',
  'agent-program',
  'model-address',
  'trace-address',
  'signing',
] as const;
export type TrustKind = (typeof trustKinds)[number];

export interface TrustItem {
  readonly kind: TrustKind;
  /** Its path in the project, with slashes; `#part` behind it where only a part of the file is meant. */
  readonly path: string;
  /** Of the very bytes that are used afterwards. */
  readonly digest: string;
  /** What it would run or say, as exactly as it stands there. */
  readonly lines: readonly string[];
}

export function itemOf(
  kind: TrustKind,
  path: string,
  bytes: string | Uint8Array,
  lines: readonly string[],
): TrustItem {
  return { kind, path, digest: digestOf(bytes), lines: lines.flatMap(shownWithin) };
}

/** Further lines of a text are indented: none of them looks like a line of ours, or like a question. */
export function shownWithin(line: string): string[] {
  return line.split('\n').map((part, index) => (index === 0 ? part : `    ${part}`));
}
