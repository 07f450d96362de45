// What the project's own memory has to say first, where it keeps one.

import { join } from 'node:path';
import { isWithinReach } from '../disk/is-there.js';
import type { UncommittedChanges } from '../git/uncommitted-changes.js';
import { composeBrief } from '../memory/brief/compose.js';
import { contextName } from '../memory/context.js';
import { Failure } from '../protocol/failure.js';
import { untold } from './untold.js';

export interface ProjectMemory {
  /** Empty where nothing is worth telling. */
  readonly text: string;
  readonly clipped: boolean;
  readonly warnings: readonly string[];
}

export async function projectMemory(
  root: string,
  now: number,
  maxTokens: number,
  changes: Promise<UncommittedChanges>,
): Promise<ProjectMemory> {
  const none = { text: '', clipped: false, warnings: [] };
  if (!isWithinReach(join(root, contextName))) return none;
  try {
    const { packet, unread } = await composeBrief({ root }, now, maxTokens, { changes });
    const warnings = unread.map(({ source, why }) => untold(source, why));
    return { text: packet.text, clipped: packet.text !== '' && packet.left_out > 0, warnings };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...none, warnings: [untold(contextName, error.code)] };
  }
}
