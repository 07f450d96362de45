// opencode: a database of its own; what `opencode export` prints of a session is read here.

import { listOf, type Members, membersOf } from '../fields.js';
import type { TranscriptHost } from '../transcript-host.js';
import { opencodeReader } from './reader.js';

export const opencode: TranscriptHost = {
  name: 'opencode',
  recognises: (lines) => linesOf(lines[0]) !== undefined || isHead(membersOf(lines[0])),
  linesOf,
  reader: opencodeReader,
  find: () => [],
};

/** Of the session only what never changes, so that a longer export begins like the shorter one. */
function linesOf(document: unknown): readonly unknown[] | undefined {
  const { info, messages } = membersOf(document);
  const { id, version, directory, parentID, time } = membersOf(info);
  if (!Array.isArray(messages) || typeof id !== 'string') return undefined;
  const created = membersOf(time)['created'];
  return [{ opencode: { id, version, directory, parentID, time: { created } } }, ...listOf(messages)];
}

function isHead({ opencode: head }: Members): boolean {
  return typeof membersOf(head)['id'] === 'string';
}
