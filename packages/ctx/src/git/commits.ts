// Commits and what their messages say of sessions.

import type { Environment } from '../disk/user-folder.js';
import { runGitSync } from './run-git.js';
import { malformedTrailers, type SessionTrailer, trailersIn } from './session-trailers.js';

export interface NamedCommit {
  readonly commit: string;
  readonly trailers: readonly SessionTrailer[];
  readonly malformed: readonly string[];
}

const most = 10_000;

/** The commits of a revision (that one) or of a range (all of them), newest first; what git says where there are none such. */
export function commitsOf(folder: string, revisions: string, env: Environment): NamedCommit[] | string {
  const isRange = /\.\./.test(revisions);
  const limit = isRange ? ['-n', String(most)] : ['--no-walk', '-n', '1'];
  return listed(folder, [...limit, '--end-of-options', revisions], env);
}

/** The newest commits of where we are since a time that name this session. */
export function commitsNaming(folder: string, session: string, since: number, env: Environment): string[] {
  const commits = listed(folder, ['-n', '1000', `--since=${Math.floor(since / 1000)}`, 'HEAD'], env);
  if (typeof commits === 'string') return [];
  return commits
    .filter(({ trailers }) => trailers.some(({ session_id }) => session_id === session))
    .map(({ commit }) => commit);
}

function listed(folder: string, words: readonly string[], env: Environment): NamedCommit[] | string {
  const { status, stdout, complaint } = runGitSync(folder, ['log', '-z', '--format=%H%n%B', ...words], {
    env,
  });
  if (status !== 0) return complaint;
  const texts = stdout.toString('utf8').split('\0');
  return texts.flatMap((text) => {
    const [commit = '', ...message] = text.split('\n');
    const said = message.join('\n');
    return commit === '' ? [] : [{ commit, trailers: trailersIn(said), malformed: malformedTrailers(said) }];
  });
}
