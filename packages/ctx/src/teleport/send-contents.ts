// The bytes that the other side lacks, in pieces: the log, the commits, files.

import { closeSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../disk/digest.js';
import { NotPlain, openPlainFile, openProjectFile } from '../disk/plain-file.js';
import { fail } from '../protocol/codes.js';
import type { Ask } from './ask.js';
import { bounds } from './bounded-fields.js';
import type { DepartingSession } from './departing-session.js';
import { eachStaged } from './index-entries.js';
import type { PutTarget } from './wire.js';
import type { WorkspaceFiles } from './workspace-files.js';

export interface Contents {
  readonly ask: Ask;
  readonly ticket: string;
  readonly session: DepartingSession;
  readonly workspace: WorkspaceFiles;
  readonly bundle: string | undefined;
  readonly logFrom: number;
}

/** How many bytes that were. */
export async function sendContents(contents: Contents, wanted: readonly string[]): Promise<number> {
  const { session, workspace, bundle, logFrom } = contents;
  let sent = await sendFile(contents, 'log', undefined, openPlainFile(session.path), {
    from: logFrom,
    to: session.writer.bytes,
  });
  if (bundle !== undefined) sent += await sendFile(contents, 'bundle', undefined, openPlainFile(bundle));
  const left = new Set(wanted);
  for (const file of workspace.files.values()) {
    if (file.kind !== 'file' || !left.delete(file.digest)) continue;
    sent += await sendFile(contents, 'file', file.digest, openListed(contents, file.path), {
      from: 0,
      to: file.size,
    });
  }
  if (left.size > 0) sent += await sendStaged(contents, left);
  return sent;
}

/** It was a file of the workspace when that was listed; what was put in its place since is not sent. */
function openListed({ session, workspace }: Contents, path: string): number {
  try {
    return openProjectFile(workspace.top, join(workspace.top, path), Number.POSITIVE_INFINITY);
  } catch (error) {
    if (!(error instanceof NotPlain)) throw error;
    throw fail('teleport_changed', { operation: 'teleport', target: session.path });
  }
}

/** Closes what it sends. */
async function sendFile(
  { ask, ticket }: Contents,
  what: PutTarget,
  digest: string | undefined,
  descriptor: number,
  { from, to }: { readonly from: number; readonly to: number } = { from: 0, to: Number.POSITIVE_INFINITY },
): Promise<number> {
  try {
    const piece = Buffer.alloc(bounds.piece);
    for (let at = from; ; ) {
      const most = Math.min(piece.length, to - at);
      const got = most <= 0 ? 0 : readSync(descriptor, piece, 0, most, at);
      // An empty file is put, too.
      if (got === 0 && (at > from || what !== 'file')) return at - from;
      await ask.put(ticket, what, digest, at - from, piece.subarray(0, got));
      at += got;
      if (got === 0) return 0;
    }
  } finally {
    closeSync(descriptor);
  }
}

async function sendStaged({ ask, ticket, workspace, session }: Contents, left: Set<string>): Promise<number> {
  const contents = new Map<string, Buffer>();
  await eachStaged(workspace.top, workspace.git?.staged ?? [], (_, content) => {
    const digest = digestOf(content);
    if (left.has(digest)) contents.set(digest, Buffer.from(content));
  });
  let sent = 0;
  for (const [digest, content] of contents) {
    left.delete(digest);
    for (let at = 0; at === 0 || at < content.length; at += bounds.piece)
      await ask.put(ticket, 'file', digest, at, content.subarray(at, at + bounds.piece));
    sent += content.length;
  }
  if (left.size > 0)
    throw fail('teleport_refused', {
      operation: 'teleport',
      target: session.path,
      reason: 'it wants what was not offered',
    });
  return sent;
}
