// What a repository of git says, without trusting it.

export { headCommit, isCommitName, sharedGitFolder } from '../git/head-commit.js';
export { runGitSync } from '../git/run-git.js';
