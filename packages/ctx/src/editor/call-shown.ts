// A call of a tool as an editor shows it: a title, what kind of work it is, the files it is about, and what it changes there.

import { isAbsolute, join } from 'node:path';
import type { ToolCallContent, ToolCallLocation, ToolKind } from '@agentclientprotocol/sdk';
import { membersOf, textOf } from '../acp/fields.js';
import { fileNow } from '../agent/tools/file-preview.js';
import { oneLine, visible } from '../approve/shown-call.js';

export interface ShownCall {
  readonly title: string;
  readonly kind: ToolKind;
  readonly locations: ToolCallLocation[];
  readonly content: ToolCallContent[];
}

const kinds: Readonly<Record<string, ToolKind>> = {
  read: 'read',
  list: 'read',
  glob: 'search',
  grep: 'search',
  write: 'edit',
  edit: 'edit',
  bash: 'execute',
};

/** `workspace`: where its paths are relative to. What a file holds is looked up before the call changes it. */
export function shownCall(tool: string, input: unknown, workspace: string): ShownCall {
  const { path, offset } = membersOf(input);
  const place = typeof path === 'string' && path !== '' ? absolute(workspace, path) : undefined;
  const line =
    typeof offset === 'number' && Number.isSafeInteger(offset) && offset > 0 ? { line: offset } : {};
  return {
    title: titleOf(tool, input),
    kind: kinds[tool] ?? 'other',
    locations: place === undefined ? [] : [{ path: place, ...line }],
    content: diffOf(tool, input, workspace),
  };
}

export function textContent(text: string): ToolCallContent {
  return { type: 'content', content: { type: 'text', text } };
}

function titleOf(tool: string, input: unknown): string {
  const { command, path, pattern } = membersOf(input);
  const about =
    textOf(command) ?? [textOf(pattern), textOf(path)].filter((word) => word !== undefined).join(' in ');
  if (tool === 'bash' && about !== '') return oneLine(about);
  return oneLine(about === '' ? tool : `${tool} ${about}`);
}

/** Editors compare the two texts themselves. */
function diffOf(tool: string, input: unknown, workspace: string): ToolCallContent[] {
  const { path, content, old_string: from, new_string: to } = membersOf(input);
  if (typeof path !== 'string' || path === '') return [];
  const place = absolute(workspace, path);
  if (tool === 'edit' && typeof from === 'string' && typeof to === 'string')
    return [{ type: 'diff', path: place, oldText: from, newText: to }];
  if (tool !== 'write' || typeof content !== 'string') return [];
  const before = textBefore(workspace, path);
  return [{ type: 'diff', path: place, oldText: before === '' ? null : (before ?? null), newText: content }];
}

function textBefore(workspace: string, path: string): string | undefined {
  try {
    return fileNow(workspace, path, () => ({ allowed: true }));
  } catch {
    // The call itself will say what is wrong with the path.
    return undefined;
  }
}

function absolute(workspace: string, path: string): string {
  return visible(isAbsolute(path) ? path : join(workspace, path));
}
