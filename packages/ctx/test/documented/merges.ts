// The branches that docs/memory.md merges: one that git can merge with the driver, and pads that it cannot.

import { writeFiles } from '../folder.js';
import type { Place } from './place.js';

const commit = 'git add -A && git commit -qm more';

export function branchesToMerge({ cwd, instead }: Place): void {
  writeFiles(cwd, {
    '.git/pads-apart.sh': [
      'set -e',
      commit,
      `git checkout -qb pads && ctx pad add theirs && git add -f .context/scratchpad.age && ${commit}`,
      `git checkout -q main && ctx pad add ours && git add -f .context/scratchpad.age && ${commit}`,
      'if git merge pads; then echo "git merged the pads by itself" >&2; exit 1; fi',
    ].join('\n'),
    '.git/other-branch.sh': [
      'set -e',
      `git commit -qm merged`,
      `git checkout -qb other-branch && ctx task add "on the other branch" && ${commit}`,
      `git checkout -q main && ctx task add "on this one" && ${commit}`,
    ].join('\n'),
  });
  instead.push(
    ['ctx pad merge', 'sh .git/pads-apart.sh && ctx pad merge'],
    ['git merge other-branch', 'sh .git/other-branch.sh && git merge other-branch'],
  );
}
