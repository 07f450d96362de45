// A brief from the state of a project: what is worth reading first, within a budget of tokens.

import { basename } from 'node:path';
import { currentBranch } from '../../git/branch.js';
import { type UncommittedChanges, uncommittedChanges } from '../../git/uncommitted-changes.js';
import type { Context } from '../context.js';
import { readPart, type Unread } from '../unread.js';
import { type BriefKind, type CandidateGroup, candidateGroups, type RecentSession } from './candidates.js';
import { mostCandidates, type Packet, packetOf } from './packet.js';
import { bestOf } from './score.js';
import { workAtHand } from './work-at-hand.js';

export interface Brief {
  readonly packet: Packet;
  readonly branch: string | undefined;
  /** Parts of the memory that could not be read, and why. */
  readonly unread: readonly Unread[];
}

export interface BriefWishes {
  readonly wanted?: (kind: BriefKind) => boolean;
  /** Where somebody asked git already. */
  readonly changes?: Promise<UncommittedChanges>;
  /** What other agents were asked here lately. */
  readonly sessions?: readonly RecentSession[];
}

/** Tasks are added at the end, so the last ones say what the work is about. */
const newestTasks = 30;

export async function composeBrief(
  context: Context,
  now: number,
  budget: number,
  { wanted = () => true, changes: known, sessions = [] }: BriefWishes = {},
): Promise<Brief> {
  const ofGit: Unread[] = [];
  const branch = readPart('.git', () => currentBranch(context.root), ofGit);
  // Git works while the files are read.
  const asked = known ?? uncommittedChanges(context.root, branch);
  const { groups, unread } = candidateGroups(context, now, sessions);
  const changes = await asked;
  const words = workAtHand(changes, taskTitles(groups));
  const heading = `${basename(context.root)}${branch === undefined ? '' : `, branch ${branch}`}`;
  const chosen = groups.filter(({ kind }) => wanted(kind));
  const { best, total } = bestOf(chosen, words, now, mostCandidates(budget));
  return { packet: packetOf(best, total, heading, budget), branch, unread: [...ofGit, ...unread] };
}

function taskTitles(groups: readonly CandidateGroup[]): string[] {
  const tasks = groups.find(({ kind }) => kind === 'task');
  const count = tasks?.spans.length ?? 0;
  const newest = Array.from({ length: Math.min(count, newestTasks) }, (_, i) => count - 1 - i);
  return newest.map((index) => tasks?.candidate(index).title ?? '');
}
