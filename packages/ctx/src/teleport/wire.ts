// What two ctx say to each other when a session moves: methods of ours beside those of ACP, and the bounds of each message.

import { listOf, membersOf, wantedMembers, wantedText } from '../acp/fields.js';
import { invalidParams } from '../acp/rpc-error.js';
import { bounded, bounds, commitFrom, digestFrom, ticketFrom, wantedCount } from './bounded-fields.js';
import type { Obstacle } from './obstacles.js';
import { type IndexEntry, indexEntryFrom, type TreeEntry, treeEntryFrom } from './tree-entry.js';

export interface GitOffer {
  readonly commit: string;
  readonly branch?: string;
  /** Commits that the sender has, for the question which of them the other side has, too. */
  readonly known: readonly string[];
}

export interface Offer {
  readonly ticket: string;
  readonly session_id: string;
  /** The hash of the session's first record. */
  readonly first: string;
  readonly from: { readonly host: string; readonly root: string; readonly user: string };
  /** The folder that the sender would like it to be in; the receiver decides. */
  readonly into: string;
  /** Where in the workspace the project lies; '' where it is all of it. */
  readonly within: string;
  readonly format: number;
  readonly version: string;
  readonly allowOtherVersion: boolean;
  readonly models: readonly { readonly model: string; readonly base_url?: string }[];
  readonly log: { readonly bytes: number; readonly head: string };
  readonly git?: GitOffer;
  readonly tree: { readonly digest: string; readonly files: number; readonly bytes: number };
}

export interface OfferAnswer {
  readonly host: string;
  readonly root: string;
  readonly obstacles: readonly Obstacle[];
  /** What of the log is there already. */
  readonly log?: { readonly bytes: number; readonly head: string };
  readonly commits: readonly string[];
  /** What is checked out there, where that is a repository. */
  readonly head?: string;
  /** Where the branch of the sender's name points to there. */
  readonly branchTip?: string;
}

export interface Manifest {
  readonly ticket: string;
  readonly entries: readonly TreeEntry[];
  readonly index: readonly IndexEntry[];
  /** With the last part: how much the rest is. */
  readonly end?: { readonly bundle: number; readonly log: number };
}

export interface ManifestAnswer {
  readonly obstacles: readonly Obstacle[];
  /** Digests of contents that the receiver has nowhere. */
  readonly wanted: readonly string[];
}

export type PutTarget = 'log' | 'bundle' | 'file';

export interface Put {
  readonly ticket: string;
  readonly what: PutTarget;
  readonly digest?: string;
  readonly offset: number;
  readonly data: Buffer;
}

/** How far a teleport has come at its receiver, who may know nothing of it. */
export const phases = ['unknown', 'receiving', 'staged', 'committing', 'committed', 'aborted'] as const;
export type Phase = (typeof phases)[number];

export interface StateAnswer {
  readonly phase: Phase;
  /** The record by which the receiver says that it has the session, as its log has it. */
  readonly receipt?: string;
}

export function offerFrom(params: unknown): Offer {
  const given = wantedMembers(params, 'params');
  const from = wantedMembers(given['from'], 'from');
  const log = wantedMembers(given['log'], 'log');
  const tree = wantedMembers(given['tree'], 'tree');
  const git = given['git'] === undefined ? undefined : gitFrom(wantedMembers(given['git'], 'git'));
  return {
    ticket: ticketFrom(params),
    session_id: bounded(given['session_id'], 'session_id', bounds.name),
    first: digestFrom(given['first'], 'first'),
    from: {
      host: bounded(from['host'], 'host', bounds.name),
      root: bounded(from['root'], 'root'),
      user: bounded(from['user'], 'user', bounds.name),
    },
    into: bounded(given['into'], 'into'),
    within: bounded(given['within'], 'within'),
    format: wantedCount(given['format'], 'format'),
    version: bounded(given['version'], 'version', bounds.name),
    allowOtherVersion: given['allowOtherVersion'] === true,
    models: listOf(given['models']).slice(0, 100).map(modelFrom),
    log: { bytes: wantedCount(log['bytes'], 'log.bytes'), head: digestFrom(log['head'], 'log.head') },
    ...(git !== undefined && { git }),
    tree: {
      digest: digestFrom(tree['digest'], 'tree.digest'),
      files: wantedCount(tree['files'], 'tree.files', bounds.files),
      bytes: wantedCount(tree['bytes'], 'tree.bytes', bounds.bytes),
    },
  };
}

function modelFrom(given: unknown): Offer['models'][number] {
  const { model, base_url } = wantedMembers(given, 'models');
  return {
    model: bounded(model, 'model'),
    ...(typeof base_url === 'string' && { base_url: bounded(base_url, 'base_url') }),
  };
}

function gitFrom({ commit, branch, known }: Readonly<Record<string, unknown>>): GitOffer {
  const names = listOf(known)
    .slice(0, bounds.knownCommits)
    .map((one) => commitFrom(one, 'known'));
  return {
    commit: commitFrom(commit, 'commit'),
    ...(branch !== undefined && { branch: bounded(branch, 'branch', bounds.name) }),
    known: names,
  };
}

export function manifestFrom(params: unknown): Manifest {
  const { entries, index, end } = wantedMembers(params, 'params');
  const few = (given: unknown, name: string) => {
    const list = listOf(given);
    if (list.length > bounds.entriesAtOnce) throw invalidParams(`too many ${name} at once`);
    return list;
  };
  const { bundle, log } = membersOf(end);
  return {
    ticket: ticketFrom(params),
    entries: few(entries, 'entries').map(treeEntryFrom),
    index: few(index, 'index').map(indexEntryFrom),
    ...(end !== undefined && {
      end: {
        bundle: wantedCount(bundle, 'end.bundle', bounds.bytes),
        log: wantedCount(log, 'end.log', bounds.bytes),
      },
    }),
  };
}

export function putFrom(params: unknown): Put {
  const { what, digest, offset, data } = wantedMembers(params, 'params');
  if (what !== 'log' && what !== 'bundle' && what !== 'file') throw invalidParams('what is unknown');
  const encoded = wantedText(data, 'data');
  if (encoded.length > 4 * Math.ceil(bounds.piece / 3)) throw invalidParams('data is too long');
  return {
    ticket: ticketFrom(params),
    what,
    ...(what === 'file' && { digest: digestFrom(digest, 'digest') }),
    offset: wantedCount(offset, 'offset', bounds.bytes),
    data: Buffer.from(encoded, 'base64'),
  };
}
