// Words for files and folders, the disk below them, and their locks.

import { systemReason } from '../../disk/system-errors.js';
import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';
import { didYouMean, lockOwner, waitOrUnlock } from './phrases.js';

/** Calls of the system whose names say nothing to most people. */
const calls: Readonly<Record<string, string>> = {
  scandir: 'list',
  mkdir: 'create',
  unlink: 'remove',
  rmdir: 'remove',
  stat: 'look at',
  lstat: 'look at',
  opendir: 'list',
};

function missingHome(home: string | undefined): string | undefined {
  return home === undefined
    ? undefined
    : `HOME is ${home}, which is not a folder: set HOME to your home folder.`;
}

export const fileWords = {
  file_not_found: ({ target, prompt, nearest }) => ({
    message: `There is no file ${target}.`,
    hint: didYouMean(
      nearest,
      prompt === undefined
        ? 'Check the path.'
        : `A single word names a config file. For a one-word prompt use -p: \`ctx run -p ${prompt}\`.`,
    ),
  }),
  file_unreadable: ({ target, reason, home }) => ({
    message: `${target} cannot be read: ${reason}.`,
    hint: missingHome(home) ?? 'Check the path and its permissions.',
  }),
  file_unwritable: ({ target, reason, home }) => ({
    message: `${target} cannot be written: ${reason}.`,
    hint: missingHome(home) ?? 'Check the path, its permissions and the disk; existing files are unchanged.',
  }),
  file_exists: ({ target }) => ({
    message: `${target} already exists.`,
    hint: 'Choose another place, or add --force to replace it.',
  }),
  folder_missing: ({ target, nearest }) => ({
    message: `There is no folder ${target}.`,
    hint: didYouMean(nearest, 'Check the path.'),
  }),
  path_outside: ({ target, root }) => ({
    message: `\`${target}\` lies outside ${root}.`,
    hint: 'Give a path inside that folder; links out of it do not count.',
  }),
  system_refused: ({ operation, target, reason }, program) => ({
    message: `The system refused to ${calls[operation] ?? operation} ${target}: ${systemReason(reason)}.`,
    hint: ['EACCES', 'EPERM'].includes(reason)
      ? 'Check its permissions, and those of the folders above it.'
      : `Check the disk and its free space; \`${program} doctor\` shows both.`,
  }),
  not_durable: ({ target, reason }) => ({
    message: `${target} was written, but may not survive a power cut: ${reason}.`,
    hint: 'Check the disk.',
  }),
  disk_full: ({ target }) => ({
    message: `There is no space left to write ${target}.`,
    hint: 'Free some space and run it again; existing files are unchanged.',
  }),
  store_busy: (lock, program) => ({
    message: `${lockOwner(lock)} has been changing ${lock.target} since ${lock.since}.`,
    hint: `Nothing was changed. ${waitOrUnlock(lock, program)}`,
  }),
  lock_unknown: ({ target }, program) => ({
    message: `There is no lock ${target}.`,
    hint: `\`${program} doctor\` lists the locks; ctx takes over a lock when its owner is gone.`,
  }),
  lock_in_use: ({ target, pid, since }) => ({
    message: `Process ${pid} on this machine has held ${target} since ${since}.`,
    hint: 'Wait until it is done, or end it; ctx then takes over its lock.',
  }),
} satisfies Partial<WordsFor<Codes>>;
