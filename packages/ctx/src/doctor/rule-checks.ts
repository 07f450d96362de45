// The rules that hooks hold against every call of a host: can they be read, and do they name tools that somebody has?

import { mistypedTool } from '../drive/mistyped-tool.js';
import { unreadableRules } from '../hooks/unreadable-rules.js';
import type { DenyRule } from '../memory/settings.js';

export interface RuleTrouble {
  /** A rule that cannot be read denies its tool altogether; a mistyped one denies nothing. */
  readonly kind: 'unreadable' | 'mistyped';
  readonly says: string;
}

export function ruleTroubles(deny: readonly DenyRule[]): RuleTrouble[] {
  const unreadable = unreadableRules(deny);
  const mistyped = deny.flatMap(({ rule }): RuleTrouble[] => {
    const meant = mistypedTool(rule);
    if (meant === undefined) return [];
    const says = `hooks.deny: \`${rule}\` names no known tool, so it denies nothing; did you mean \`${meant}\`?`;
    return [{ kind: 'mistyped', says }];
  });
  return unreadable === undefined ? mistyped : [{ kind: 'unreadable', says: unreadable }, ...mistyped];
}
