// What a repository of git says, without trusting it.

export { headCommit, isCommitName, sharedGitFolder } from '../git/head-commit.js';
export { readGitSettings, runGitSync } from '../git/run-git.js';
export {
  malformedTrailers,
  type SessionTrailer,
  trailersIn,
} from '../git/session-trailers.js';
