// The commits that a session produced: named by a person, or by the trailer in their messages.

import { commitsNaming, commitsOf } from '../../git/commits.js';
import { gitFolder } from '../../git/repository.js';
import { projectRoot, type Whereabouts } from '../../project/root.js';
import { fail } from '../../protocol/codes.js';
import { beginningOf } from '../../session/beginning.js';

/** The full name of a commit that a person names. */
export function commitNamed(revision: string, services: Whereabouts): string {
  const found = commitsOf(services.cwd, revision, services.env);
  const [first, ...others] = typeof found === 'string' ? [] : found;
  if (first !== undefined && others.length === 0) return first.commit;
  const reason = typeof found === 'string' ? found : 'it is not one commit';
  throw fail('commit_unknown', { operation: 'sign', target: revision, reason });
}

/** Those of the branch that we are on whose messages name the session; none outside of git. */
export function commitsOfSession(id: string, file: string | undefined, services: Whereabouts): string[] {
  const root = projectRoot(services);
  if (file === undefined || gitFolder(root) === undefined) return [];
  return commitsNaming(root, id, beginningOf(file).at, services.env);
}
