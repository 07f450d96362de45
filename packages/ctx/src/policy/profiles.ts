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

/**
 * What cannot be taken back: work that is in no commit, history that others have, whole folders and disks, every process of a user.
 * An option counts wherever it stands.
 */
const destructive: readonly (readonly [command: string, ...given: string[]])[] = [
  ['rm', '-r *', '-R *', '--r*'],
  ['git reset', '--h*'],
  ['git clean', '*'],
  ['git restore', '*'],
  [
    'git checkout',
    '-- *',
    '.*',
    '* .*',
    ':*',
    '-f *',
    '--f*',
    'HEAD *',
    '@ *',
    '-p *',
    '--p*',
    '-B *',
    '--ou*',
    '--th*',
  ],
  ['git checkout-index', '*'],
  ['git read-tree', '*'],
  ['git switch', '-f *', '--f*', '--d*', '-C *'],
  ['git push', '-f *', '--for*', '* +*', '-d *', '--d*', '* :*', '--m*', '--pr*'],
  ['git branch', '-f *', '--f*', '-M *', '-C *', '-D *'],
  ['git update-ref', '-d *', '--st*'],
  ['git worktree remove', '-f *', '--f*'],
  ['git rm', '-f *', '--f*'],
  ['git stash drop', '*'],
  ['git stash clear', '*'],
  ['git reflog expire', '*'],
  ['git reflog delete', '*'],
  ['git filter-branch', '*'],
  ['git filter-repo', '*'],
  ['find', '-delete *'],
  ['shred', '*'],
  ['dd', '*'],
  ['mkfs*'],
  ['mke2fs', '*'],
  ['wipefs', '*'],
  ['blkdiscard', '*'],
  ['kill', '* -1', '* -1 *', '* -0*'],
];

const profiles: Readonly<Record<ProfileName, Profile>> = {
  'read-only': { allow: ['read', 'glob', 'grep', 'list'], deny: [] },
  edit: { allow: [], deny: destructive.flatMap(rulesOf) },
  full: { allow: [], deny: [] },
};

function rulesOf([command, ...given]: (typeof destructive)[number]): string[] {
  if (given.length === 0) return [`bash(${command})`];
  const places = given.flatMap((words) => (words.startsWith('-') ? [words, `* ${words}`] : [words]));
  return places.map((words) => `bash(${command} ${words})`);
}

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
