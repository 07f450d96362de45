// Profiles: policies with a name. Their rules are written into the policy, so that a log shows all that was in force.

import type { Policy } from '../protocol/records.js';
import { covers, parseRule } from './rules.js';

export const profileNames = ['read-only', 'edit', 'full'] as const;

export type ProfileName = (typeof profileNames)[number];

interface Profile {
  /** With none, every tool is allowed. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}

/** What cannot be taken back: work that is in no commit, history that others have, whole folders and disks. */
const destructive = [
  ...['rm -r *', 'rm -R *', 'rm --r*', 'rm * -r *', 'rm * -R *', 'rm * --r*'],
  ...['git reset --h*', 'git reset * --h*', 'git clean *', 'git restore *'],
  ...['git checkout -- *', 'git checkout * -- *', 'git checkout .*', 'git checkout * .*', 'git checkout :*'],
  ...['git checkout -f *', 'git checkout * -f *', 'git checkout --f*', 'git checkout * --f*'],
  ...[
    'git checkout HEAD *',
    'git checkout @ *',
    'git checkout -p *',
    'git checkout --p*',
    'git checkout * --p*',
  ],
  ...['git checkout --ou*', 'git checkout --th*', 'git checkout-index *', 'git read-tree *'],
  ...['git switch -f *', 'git switch * -f *', 'git switch --f*', 'git switch --d*'],
  ...['git push -f *', 'git push * -f *', 'git push --for*', 'git push * --for*', 'git push * +*'],
  ...['git push -d *', 'git push * -d *', 'git push --d*', 'git push * --d*', 'git push * :*'],
  ...['git push --m*', 'git push * --m*', 'git push --pr*', 'git push * --pr*'],
  ...['git branch -f *', 'git branch * -f *', 'git branch --f*', 'git branch * --f*', 'git branch -M *'],
  ...[
    'git update-ref -d *',
    'git update-ref --st*',
    'git worktree remove -f *',
    'git worktree remove * -f *',
  ],
  ...[
    'git worktree remove --f*',
    'git worktree remove * --f*',
    'git rm -f *',
    'git rm * -f *',
    'git rm --f*',
  ],
  ...['git branch -D *', 'git branch * -D *', 'git stash drop *', 'git stash clear *'],
  ...['git reflog expire *', 'git reflog delete *', 'git filter-branch *', 'git filter-repo *'],
  ...['find * -delete *', 'shred *', 'dd *', 'mkfs*', 'mke2fs *', 'wipefs *', 'blkdiscard *'],
].map((pattern) => `bash(${pattern})`);

const profiles: Readonly<Record<ProfileName, Profile>> = {
  'read-only': { allow: ['read', 'glob', 'grep', 'list'], deny: [] },
  edit: { allow: [], deny: destructive },
  full: { allow: [], deny: [] },
};

export function withProfile(policy: Policy, profile: ProfileName): Policy {
  const { allow, deny } = profiles[profile];
  return {
    ...policy,
    allow: [...new Set([...allow, ...policy.allow])],
    deny: [...new Set([...policy.deny, ...deny])],
    profile,
  };
}

/** Those of the rules that allow nothing that the profile does not. */
export function allowedWithin(profile: ProfileName, rules: readonly string[]): readonly string[] {
  const { allow } = profiles[profile];
  if (allow.length === 0) return rules;
  return rules.filter((rule) => allow.some((wide) => covers(parseRule(wide), parseRule(rule))));
}

/** A profile that was asked for on top of another may only be a stricter one. */
export function stricterProfile(one: ProfileName | undefined, other: ProfileName | undefined) {
  const known = [one, other].filter((name) => name !== undefined);
  const strictest = profileNames.find((name) => known.includes(name));
  return strictest === 'full' && known.length === 1 ? one : strictest;
}
