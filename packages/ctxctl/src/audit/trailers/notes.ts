// Below the findings: who made each commit, as far as it is known, and what was not checked.

import type { CheckedAnchor } from '../../../../ctx/src/kit/sessions.js';
import { type AuditedCommit, mostCommits } from './commits.js';
import type { Unnamed } from './unnamed.js';

export interface JudgedAnchor extends Omit<CheckedAnchor, 'state'> {
  readonly state: CheckedAnchor['state'] | 'record_later';
  /** It is missing here because somebody else has it. */
  readonly isOthers: boolean;
}

/** What is known of a session that a commit names. */
export interface Origin {
  readonly agent: string;
  readonly kind: 'captured' | 'imported' | undefined;
  /** Its last record that holds. */
  head: string;
}

/** More lines nobody reads. */
const mostLines = 200;

export function notesOn(
  commits: readonly AuditedCommit[],
  standings: readonly JudgedAnchor[],
  unnamed: readonly Unnamed[],
  origins: ReadonlyMap<string, Origin>,
  signatures: ReadonlyMap<string, string>,
): string {
  const agents = new Map(unnamed.map((one) => [one.commit, one.because]));
  const lines = commits.slice(0, mostLines).map(({ commit, isMerge }) => {
    const own = standings.filter((one) => one.commit === commit);
    const who = own.map((one) =>
      sessionWords(one, origins.get(one.session_id), signatures.get(one.session_id)),
    );
    const otherwise = isMerge
      ? 'a merge'
      : agents.has(commit)
        ? `an agent: ${agents.get(commit)}`
        : 'no session known';
    return `- \`${commit.slice(0, 12)}\` ${who.length === 0 ? otherwise : who.join('; ')}\n`;
  });
  const others = new Set(standings.filter(({ isOthers }) => isOthers).map(({ commit }) => commit)).size;
  return [
    `## Who made what\n\n${lines.length === 0 ? 'The range has no commits.\n' : lines.join('')}`,
    ...(commits.length > mostLines ? [`${commits.length - mostLines} older commits are not listed.\n`] : []),
    ...(commits.length === mostCommits ? [`Only the newest ${mostCommits} commits were looked at.\n`] : []),
    ...(others === 0
      ? []
      : [
          `## Not checked\n\nCommits by others that name sessions which are not here: ${others}. Those lie with whoever ran them; put them into a folder and give it with \`--sessions-dir\`.\n`,
        ]),
  ].join('\n');
}

function sessionWords(
  { session_id, state, isOthers, seq, records }: JudgedAnchor,
  origin: Origin | undefined,
  signature: string | undefined,
): string {
  if (origin === undefined)
    return `session \`${session_id}\`, ${isOthers ? 'which is on its author’s machine' : 'not here'}`;
  const agent = /^[\w-]{1,40}$/.test(origin.agent) ? origin.agent : 'another agent';
  const how = origin.kind === undefined ? '' : ` (${origin.kind})`;
  const signed = signature === undefined ? 'not signed' : `signature ${signature}`;
  const place = state === 'held' ? `record ${seq} of ${records} holds` : state;
  return `${agent}${how}: session \`${session_id}\`, ${place}, ${signed}`;
}
