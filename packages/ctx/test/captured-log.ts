// The log of a session that hooks told of.

import { join } from 'node:path';
import { foreignSessionsFolder } from '../src/session/foreign-sessions.js';
import { readWhole } from '../src/session/read-whole.js';
import type { MemoryProject } from './memory-project.js';

export function logOf(project: MemoryProject, id = 'claude-code-one'): string {
  return join(foreignSessionsFolder(project.root, project.env) ?? '', `${id}.jsonl`);
}

export function typesIn(path: string): string[] {
  return readWhole(path).records.map(({ type }) => type);
}
