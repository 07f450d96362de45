// The commits of a range, with what their messages say of who made them.

import {
  malformedTrailers,
  readGitSettings,
  type SessionTrailer,
  trailersIn,
} from '../../../../ctx/src/kit/git.js';
import { gitText, type Range } from '../git.js';
import { type AgentName, agentIn } from './agents.js';

export interface AuditedCommit {
  readonly commit: string;
  readonly isMerge: boolean;
  /** When it was committed and when it was written; milliseconds since 1970. */
  readonly at: number;
  /** Whether the person who audits wrote or committed it; nothing where git does not know who that is. */
  readonly isOwn: boolean | undefined;
  readonly trailers: readonly SessionTrailer[];
  /** How many lines name a session in another form than ctx writes. */
  readonly malformed: number;
  /** Sessions named where git does not look for trailers: a squash puts them there. */
  readonly misplaced: readonly SessionTrailer[];
  /** The agent that the message or the author names. */
  readonly agent: AgentName | undefined;
}

/** More are not looked at. */
export const mostCommits = 10_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** Newest first. */
export function commitsIn(root: string, { from, to }: Range, env: Environment): AuditedCommit[] {
  const fields = '%H%n%P%n%ct%n%an <%ae>%n%cn <%ce>%n%B';
  const words = [
    'log',
    '-z',
    `--format=${fields}`,
    '-n',
    String(mostCommits),
    '--end-of-options',
    `${from}..${to}`,
  ];
  const own = readGitSettings(root, env).get('user.email')?.toLowerCase();
  return gitText(root, words)
    .split('\0')
    .flatMap((text) => (text === '' ? [] : [commitFrom(text, own)]));
}

function commitFrom(text: string, own: string | undefined): AuditedCommit {
  const [commit = '', parents = '', seconds = '', author = '', committer = '', ...lines] = text.split('\n');
  const message = lines.join('\n');
  const trailers = trailersIn(message);
  const isNamed = ({ session_id, head }: SessionTrailer) =>
    trailers.some((one) => one.session_id === session_id && one.head === head);
  return {
    commit,
    isMerge: parents.includes(' '),
    at: Number(seconds) * 1000,
    isOwn:
      own === undefined
        ? undefined
        : [author, committer].some((who) => who.toLowerCase().endsWith(`<${own}>`)),
    trailers,
    malformed: malformedTrailers(message).length,
    misplaced: lines.flatMap((line) => trailersIn(line)).filter((one) => !isNamed(one)),
    agent: agentIn(author, message),
  };
}

/** The files that each of these commits changes, by one process for all of them. Merges have none of their own. */
export function pathsChanged(root: string, commits: readonly string[]): Map<string, ReadonlySet<string>> {
  const changed = new Map<string, Set<string>>();
  if (commits.length === 0) return changed;
  const words = ['diff-tree', '--stdin', '-r', '-z', '--no-renames', '--root', '--raw'];
  const fields = gitText(root, words, `${commits.join('\n')}\n`).split('\0');
  let paths = new Set<string>();
  // A commit's name, then a field that begins with a colon before each path: no path can pass for a commit.
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i] ?? '';
    if (field.startsWith(':')) paths.add(fields[++i] ?? '');
    else if (field !== '') {
      paths = new Set();
      changed.set(field, paths);
    }
  }
  return changed;
}
