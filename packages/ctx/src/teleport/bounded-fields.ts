// Members of a message about a teleport, each with its bounds: whoever sends them may be anybody.

import { countOf, wantedMembers, wantedText } from '../acp/fields.js';
import { invalidParams } from '../acp/rpc-error.js';

export const bounds = {
  /** Bytes of a file that one message carries. */
  piece: 1 << 20,
  entriesAtOnce: 1000,
  files: 200_000,
  /** Characters of all their paths. */
  names: 1 << 25,
  /** Offers of one connection. */
  offers: 32,
  /** Bytes of one file of a commit: git hands them over in one piece. */
  committedFile: 1 << 30,
  /** Of everything that one teleport brings. */
  bytes: 2 ** 36,
  knownCommits: 1000,
  name: 255,
  text: 4096,
  record: 1 << 16,
} as const;

const ticketShape = /^t-[0-9a-f]{32}$/;
const digestShape = /^sha256:[0-9a-f]{64}$/;
const commitShape = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export function isTicket(text: string): boolean {
  return ticketShape.test(text);
}

export function ticketFrom(params: unknown): string {
  const ticket = wantedText(wantedMembers(params, 'params')['ticket'], 'ticket');
  if (!isTicket(ticket)) throw invalidParams('ticket is none');
  return ticket;
}

export function isCommit(given: unknown): given is string {
  return typeof given === 'string' && commitShape.test(given);
}

export function commitFrom(given: unknown, name: string): string {
  const commit = wantedText(given, name);
  if (!isCommit(commit)) throw invalidParams(`${name} is no commit`);
  return commit;
}

export function digestFrom(given: unknown, name: string): string {
  const digest = wantedText(given, name);
  if (!digestShape.test(digest)) throw invalidParams(`${name} is no digest`);
  return digest;
}

export function bounded(given: unknown, name: string, most: number = bounds.text): string {
  const text = wantedText(given, name);
  if (text.length > most || text.includes('\0')) throw invalidParams(`${name} is too long or holds NUL`);
  return text;
}

export function wantedCount(given: unknown, name: string, most: number = Number.MAX_SAFE_INTEGER): number {
  const count = countOf(given);
  if (count === undefined || count > most) throw invalidParams(`${name} must be a number up to ${most}`);
  return count;
}
