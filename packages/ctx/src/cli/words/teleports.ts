// Words for sessions that move from one machine to another, and for links that open them.

import type { Obstacle } from '../../protocol/code-facts.js';
import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';
import { listed } from './phrases.js';

export const teleportWords = {
  teleport_obstructed: ({ target, obstacles }) => ({
    message: `${target} cannot be moved: ${obstacles.map((one) => obstacleWords[one.code](one).says).join('; ')}.`,
    hint: `${[...new Set(obstacles.map((one) => obstacleWords[one.code](one).hint))].join(' ')} Nothing was moved.`,
  }),
  teleport_refused: ({ reason }) => ({
    message: `The other side refused: ${reason}.`,
    hint: 'Run the same command again, or cancel with `ctx teleport-mode --cancel SESSION`; the whole session is here.',
  }),
  teleport_interrupted: () => ({
    message: 'The connection was lost while the session moved.',
    hint: 'Run the same command again to finish the move, or cancel it: `ctx teleport-mode --cancel SESSION`.',
  }),
  teleport_changed: ({ target }) => ({
    message: `The workspace of ${target} changed since the move began.`,
    hint: 'Cancel with `ctx teleport-mode --cancel SESSION`, then move the session again.',
  }),
  teleport_cancelled: ({ target }) => ({
    message: `The other side cancelled the teleport of ${target}.`,
    hint: 'Take the session back with `ctx teleport-mode --cancel SESSION`, and move it again.',
  }),
  teleport_arrived: ({ target, peer }) => ({
    message: `${target} has arrived at ${peer}, so the move cannot be cancelled.`,
    hint: 'Bring it back with `ctx teleport-mode --back SESSION`.',
  }),
  teleport_target_answers: ({ target, peer }) => ({
    message: `${peer} is not gone: it answers.`,
    hint: `\`ctx teleport-mode --cancel ${target}\` asks it, and \`--back ${target}\` brings the session back if it has arrived.`,
  }),
  teleport_unattended: ({ target, peer }) => ({
    message: `Taking ${target} back from ${peer}, which does not answer, needs your confirmation.`,
    hint: 'Run it at a terminal.',
  }),
  teleport_declined: ({ target, peer }) => ({
    message: `${target} was not taken back from ${peer}.`,
    hint: 'Nothing changed.',
  }),
  teleport_not_moved: ({ target }) => ({
    message: `${target} was not moved: it continues here.`,
    hint: 'Move it with `ctx teleport-mode TARGET SESSION`.',
  }),
  teleport_way_unknown: ({ target, peer }) => ({
    message: `${target} was moved to ${peer}, and this machine does not know how to reach it.`,
    hint: 'Give the target again: `ctx teleport-mode --back SESSION TARGET`.',
  }),
  teleport_unproven: ({ target }) => ({
    message: `${target} says that it has the session, but sent no proof.`,
    hint: 'Run the same command again. The whole session is here, and nobody continues it until the other side proves that it has it.',
  }),
  teleport_other_agent: ({ target, agent }) => ({
    message: `${target} is a session of ${agent}: what that agent remembers is not in the log, so it cannot continue elsewhere.`,
    hint: 'Only sessions that ctx itself ran can move. `ctx report` and `ctx export` make a copy.',
  }),
  teleport_git: ({ target, reason }) => ({
    message: `The commits of ${target} cannot be packed: ${reason}.`,
    hint: 'Check the repository with `git fsck`. Nothing was moved.',
  }),
  teleport_unsupported: ({ target, version }) => ({
    message: `${target} cannot take sessions: it is ${version}.`,
    hint: 'Install the same ctx there: `npm install -g ctx-cli`.',
  }),
  teleport_target_invalid: ({ target }) => ({
    message: `\`${target}\` is not a target.`,
    hint: 'Give ws://HOST:PORT, wss://HOST:PORT, unix:PATH, the name of a remote, or USER@HOST[:DIR].',
  }),
  link_invalid: ({ reason }) => ({
    message: `The link cannot be opened: ${reason}.`,
    hint: 'Links are ctx://session/ID, ctx://session/ID/record/N, ctx://report/ID and ctx://prompt?text=…; `ctx docs deep-links` has the grammar.',
  }),
  link_unattended: ({ target }) => ({
    message: `Opening ${target} needs your confirmation.`,
    hint: 'Open it from a terminal.',
  }),
  link_declined: ({ target }) => ({ message: `${target} was not opened.`, hint: 'Nothing was run.' }),
  link_project_unknown: ({ target }) => ({
    message: `${target} is not one of your projects: you have not used ctx there.`,
    hint: 'Links open only projects that have a .context folder of your own; run `ctx init` there first.',
  }),
  no_desktop: ({ target }) => ({
    message: `There is no desktop here that could open ctx:// links (${target}).`,
    hint: 'Open links with `ctx deep-link-mode URL`, or register them on a machine with a desktop.',
  }),
} satisfies Partial<WordsFor<Codes>>;

type Said = { readonly says: string; readonly hint: string };

function named({ about, more }: Obstacle): string {
  return `${listed(about)}${more === undefined ? '' : ` and ${more} more`}`;
}

const obstacleWords: Readonly<Record<Obstacle['code'], (obstacle: Obstacle) => Said>> = {
  not_accepted: () => ({
    says: 'the other side accepts no sessions',
    hint: 'Start it with `ctx serve --accept-teleports DIR`.',
  }),
  other_format: ({ about, reason }) => ({
    says: `the other side writes logs of format ${listed(about)}, and this is one of ${reason}`,
    hint: 'Install the same ctx on both sides.',
  }),
  other_version: ({ about, reason }) => ({
    says: `the other side is ctx ${listed(about)}, and this is ${reason}`,
    hint: 'Install the same ctx on both sides, or pass --other-version.',
  }),
  model_unusable: (one) => ({
    says: `${named(one)} cannot be used there (${one.reason})`,
    hint: 'Give the other side its credentials.',
  }),
  session_there: (one) => ({
    says: `there is another session ${named(one)}`,
    hint: 'Delete or rename the other session there.',
  }),
  session_elsewhere: (one) => ({
    says: `the session ${named(one)} already continues there`,
    hint: 'Bring that one back, or delete the copy that you do not want.',
  }),
  target_dirty: (one) => ({
    says: `the folder there has changes of its own: ${named(one)}${one.reason === undefined ? '' : ` (${one.reason})`}`,
    hint: 'Commit or move it there, or name another folder with --into.',
  }),
  target_diverged: (one) => ({
    says: `the branch ${named(one)} has commits there that are not here`,
    hint: 'Fetch them first, or name another folder with --into.',
  }),
  target_unusable: (one) => ({
    says: `${named(one)} cannot be used${one.reason === undefined ? '' : `: ${one.reason}`}`,
    hint: 'Name another folder with --into.',
  }),
  disk_full: (one) => {
    const [needed = '', free = ''] = (one.reason ?? '').split(' ');
    return {
      says: `the disk there has ${free} bytes free, and ${needed} are needed`,
      hint: 'Make room there.',
    };
  },
  leaves_root: (one) => ({
    says: `${named(one)} would lead out of the folder`,
    hint: 'Remove the links, or the path.',
  }),
  obeyed_files: (one) => ({
    says: `hosts, editors or shells would obey ${named(one)}`,
    hint: 'Whoever takes the session allows that: `ctx serve --accept-teleports DIR --trust-teleports`, or `ctx teleport-mode --back SESSION --trust-teleports`.',
  }),
  unmerged: (one) => ({ says: `${named(one)} is not merged yet`, hint: 'Finish the merge first.' }),
  sparse: (one) => ({
    says: `the checkout is sparse: git left out ${named(one)}`,
    hint: 'Run `git sparse-checkout disable` first.',
  }),
  shallow: () => ({
    says: 'the repository is shallow, and its history is not all here',
    hint: 'Run `git fetch --unshallow` first.',
  }),
  unnameable: (one) => ({
    says: `the name of ${named(one)} is not UTF-8`,
    hint: 'Rename the files.',
  }),
  too_large: (one) => ({ says: `it is too large: ${one.reason}`, hint: 'Move a smaller workspace.' }),
};
