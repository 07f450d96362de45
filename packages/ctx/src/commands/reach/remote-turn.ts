// One prompt to a session elsewhere: what it comes to by the records that were heard, and Ctrl-C meanwhile.

import { visible } from '../../approve/shown-call.js';
import { fail } from '../../protocol/codes.js';
import { Failure } from '../../protocol/failure.js';
import { isMembers } from '../../protocol/members.js';
import type { RemoteSession } from '../../reach/remote-ctx.js';
import type { Conducted } from '../../runs/conducted.js';
import type { HeardRuns } from '../../runs/heard-runs.js';

const longestPath = 4096;

export interface TurnOf {
  readonly session: RemoteSession;
  readonly runs: HeardRuns;
  /** How the other side is called. */
  readonly target: string;
}

/** Rejects where nothing came of it. A run that stopped early is one that something came of. */
export async function remoteTurn(text: string, { session, runs, target }: TurnOf): Promise<Conducted> {
  let told: unknown;
  let failure: Failure | undefined;
  try {
    told = await session.prompt(text);
  } catch (error) {
    if (!(error instanceof Failure) || isCutOff(error)) throw error;
    failure = error;
  }
  const outcome = runs.closed();
  const head = session.head();
  if (outcome === undefined || head === undefined)
    throw failure ?? untrue(target, 'it says that the turn is over, and no record says so');
  return conductedBy({ target, session, head, outcome, told, failure });
}

/** Whoever went away, or lied, told nothing that an answer could be made from. */
function isCutOff({ code }: Failure): boolean {
  return code === 'remote_lost' || code === 'remote_untrue';
}

interface Ended {
  readonly target: string;
  readonly session: RemoteSession;
  readonly head: string;
  readonly outcome: Conducted['runs'][number];
  readonly told: unknown;
  readonly failure: Failure | undefined;
}

function conductedBy({ target, session, head, outcome, told, failure }: Ended): Conducted {
  if (failure !== undefined && outcome.stop_reason === 'completed') throw failure;
  const said: unknown = told ?? failure?.where.details;
  const { chain_head, path, warnings } = isMembers(said) ? said : {};
  if (chain_head !== undefined && chain_head !== head)
    throw untrue(target, 'its head is not the hash of the last record');
  return {
    session_id: session.id,
    path: `${target}:${typeof path === 'string' ? onOneLine(path) : session.id}`,
    chain_head: head,
    tampered: undefined,
    runs: [outcome],
    totals: outcome.totals,
    warnings: textsIn(warnings),
  };
}

/** It is shown in the middle of lines of ours. */
function onOneLine(path: string): string {
  return visible(path)
    .replaceAll(/[\n\t]/g, ' ')
    .slice(0, longestPath);
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === 'string').slice(0, 100)
    : [];
}

function untrue(target: string, reason: string): Failure {
  return fail('remote_untrue', { operation: 'talk', target, reason });
}
