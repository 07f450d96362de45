// The index of sessions that hosts held in this project: where each transcript is, what was asked, what it touched.
// Hooks add a line when a session ends; the transcripts themselves stay where their host keeps them.

import { join } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import { appendToProjectFile } from '../disk/plain-file.js';
import { projectTextIfThere } from '../disk/read.js';
import { writeFailure } from '../disk/system-errors.js';
import { isMembers } from '../protocol/members.js';
import { fittingJson } from '../protocol/parsed-json.js';
import { type Context, contextPath } from './context.js';

export const transcriptsName = 'state/transcripts.jsonl';

export interface IndexedTranscript {
  readonly host: string;
  readonly session: string;
  /** The host's own file. */
  readonly transcript: string;
  readonly began_at: string;
  readonly ended_at: string;
  readonly reason: string;
  /** The first line of each prompt. */
  readonly prompts: readonly string[];
  readonly touched: readonly string[];
}

export function indexTranscript(context: Context, entry: IndexedTranscript): void {
  const file = contextPath(context, ...transcriptsName.split('/'));
  try {
    makeFolders(join(file, '..'));
    appendToProjectFile(context.root, file, `${JSON.stringify(entry)}\n`);
  } catch (error) {
    throw writeFailure(error, file);
  }
}

/** Oldest first. A session that ended more than once, because it was resumed, stands there as it ended last. */
export function indexedTranscripts(context: Context): IndexedTranscript[] {
  const file = contextPath(context, ...transcriptsName.split('/'));
  const text = projectTextIfThere(context.root, file) ?? '';
  const last = new Map<string, IndexedTranscript>();
  for (const line of text.split('\n')) {
    const entry = fittingJson(line, isEntry);
    if (entry !== undefined) last.set(`${entry.host} ${entry.session}`, entry);
  }
  return [...last.values()];
}

function isEntry(value: unknown): value is IndexedTranscript {
  if (!isMembers(value)) return false;
  const texts = ['host', 'session', 'transcript', 'began_at', 'ended_at', 'reason'];
  const lists = [value['prompts'], value['touched']];
  return (
    texts.every((name) => typeof value[name] === 'string') &&
    lists.every((list) => Array.isArray(list) && list.every((item) => typeof item === 'string'))
  );
}
