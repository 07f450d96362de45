// Writing a handover: what one session leaves for the next.

import { type Context, contextPath } from './context.js';
import { createOnce } from './create-once.js';
import { ensureFolder } from './ensure-folder.js';
import { handoversName } from './handovers.js';

export interface HandoverText {
  readonly text: string | undefined;
  readonly done: readonly string[];
  readonly next: readonly string[];
  readonly blocked: readonly string[];
  readonly branch: string | undefined;
}

export function writeHandover(context: Context, handover: HandoverText, now: number): string {
  const folder = contextPath(context, handoversName);
  ensureFolder(folder);
  const stamp = new Date(now).toISOString().replace(/[-:.]/g, '');
  for (let number = 1; ; number++) {
    const path = contextPath(context, handoversName, `${stamp}${number === 1 ? '' : `-${number}`}.md`);
    if (createOnce(path, markdownOf(handover, now))) return path;
  }
}

function markdownOf({ text, done, next, blocked, branch }: HandoverText, now: number): string {
  const when = new Date(now).toISOString().slice(0, 16).replace('T', ' ');
  const parts = [`# Handover, ${when} UTC`];
  if (branch !== undefined) parts.push(`Branch: ${branch}`);
  if (text !== undefined) parts.push(text);
  for (const [title, items] of [
    ['Done', done],
    ['Next', next],
    ['Blocked', blocked],
  ] as const) {
    if (items.length > 0) parts.push(`## ${title}\n\n${items.map(listItem).join('\n')}`);
  }
  return `${parts.join('\n\n')}\n`;
}

function listItem(text: string): string {
  return `- ${text.split(/\r?\n/).join('\n  ')}`;
}
