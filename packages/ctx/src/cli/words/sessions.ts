// Words for sessions: which one is meant, and whether it can be read or go on.

import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';
import { didYouMean, listed, lockOwner, noSession, waitOrUnlock } from './phrases.js';

export const sessionWords = {
  session_id_invalid: ({ target }) => ({
    message: `\`${target}\` cannot be the id of a session.`,
    hint: 'Use letters, digits, `_` and `-`, at most 128, the first a letter or a digit.',
  }),
  session_unknown: ({ target, folder, nearest }) => ({
    message:
      folder === undefined ? `There is no session ${target}.` : `There is no session ${target} in ${folder}.`,
    hint: didYouMean(nearest, '`ctx list-sessions` lists them; any unique beginning or end of an id works.'),
  }),
  session_ambiguous: ({ target, matches }) => ({
    message: `${matches.length} sessions begin or end with ${target}: ${listed(matches)}.`,
    hint: 'Give more of the id you mean; `ctx list-sessions` shows the task of each.',
  }),
  session_none: ({ folder }) => ({
    message: `There are no sessions in ${folder} yet.`,
    hint: 'Start one with `ctx "what you want done"`, or import one: `ctx import claude-code`.',
  }),
  session_exists: ({ target }) => ({
    message: `A session ${target} already exists.`,
    hint: 'Choose another id with `--session-id`, or add to that session: `ctx run --append`, `ctx resume --task`.',
  }),
  session_locked: (lock, program) => ({
    message: `${lockOwner(lock)} has been writing to ${lock.target} since ${lock.since}.`,
    hint: waitOrUnlock(lock, program),
  }),
  session_unfinished: ({ target, run_id, isOwn }) => ({
    message: `${target} has an unfinished run: \`${run_id}\`.`,
    hint: isOwn
      ? `Finish it with \`ctx resume ${target}\`; nothing was written.`
      : 'This machine did not write that session; start a new one. Nothing was written.',
  }),
  session_finished: ({ target }) => ({
    message: `Every run of ${target} has ended; there is nothing to resume.`,
    hint: 'Ask for something new with --task.',
  }),
  session_foreign: ({ target, ownership }) => ({
    message:
      ownership === 'unknown'
        ? `${target} was not written on this machine.`
        : `${target} lacks the last record that this machine knows of: it was cut off or rewritten.`,
    hint: 'A resumed session runs with the settings in its log. If you trust this log, use `ctx resume --trust-log`; nothing was written.',
  }),
  agent_unstartable: ({ target, reason }) => ({
    message: `The agent \`${target}\` cannot be started: ${reason}.`,
    hint: 'Give its command after `--`, as in `ctx acp -- gemini --acp`, and check that it is installed.',
  }),
  agent_not_reading: ({ target }) => ({
    message: `The agent \`${target}\` stopped reading messages, and was ended.`,
    hint: 'What it did until then is in the session: `ctx list-sessions`.',
  }),
  state_folder_missing: ({ target }) => ({
    message: `There is no folder to store the recording of an agent that works in ${target}.`,
    hint: 'Set HOME or XDG_STATE_HOME to a folder outside of the project.',
  }),
  session_moved: ({ target, peer }) => ({
    message: `The session ${target} was moved to ${peer} and continues there.`,
    hint: 'Bring it back with `ctx teleport-mode --back SESSION`, or read it as it was: `ctx load-session` and `ctx report` still work.',
  }),
  session_broken: ({ target, seq, reason, isOther = false }) =>
    isOther
      ? noSession(target)
      : {
          message: `${target} is read-only: record ${seq} breaks its chain (${reason}).`,
          hint: 'Run `ctx verify` on it for the details, and start a new session.',
        },
  session_empty: ({ target, isOther = false }) =>
    isOther
      ? noSession(target)
      : {
          message: `${target} has no complete record: ctx stopped before it had written the first one.`,
          hint: 'There is nothing in it to read or to resume; start a new session.',
        },
  session_not_one: ({ target }) => ({
    ...noSession(target),
    hint: '`ctx delete-session` deletes nothing else; the file is unchanged.',
  }),
  session_newer_format: ({ target, format, known }) => ({
    message: `${target} has format ${format}, and this ctx knows formats up to ${known}.`,
    hint: 'Install a newer ctx.',
  }),
  agent_foreign: ({ operation, target, agent }, program) => ({
    message: `${agent} ran \`${target}\`, so ${program} cannot ${operation} it.`,
    hint: `${operation === 'replay' ? '' : `Continue it in ${agent} itself. `}\`${program} verify\`, \`${program} report\` and \`${program} load-session\` read it.`,
  }),
  tools_running: ({ target, pids }) => ({
    message: `Tools that an earlier run of ${target} started are still running and cannot be ended: processes ${pids.join(', ')}.`,
    hint: 'End them, and try again; nothing was changed.',
  }),
  records_incoherent: ({ target, reason }) => ({
    message: `The session is inconsistent at ${target}: ${reason}.`,
    hint: 'The file was not written by ctx, or not in this order; it can be read, but not resumed.',
  }),
  record_too_large: ({ target, bytes }) => ({
    message: `A record of ${bytes} bytes is too large for ${target}.`,
    hint: 'Let the tool write its output to a file and return the path.',
  }),
  transcript_too_large: ({ target, megabytes }, program) => ({
    message: `The transcript of ${target} is longer than ${megabytes} MB, too long to show at once.`,
    hint: `Write it to a file, whole: \`${program} flush-transcript ${target}\`; or read \`${program} report ${target} --out DIR\`.`,
  }),
} satisfies Partial<WordsFor<Codes>>;
