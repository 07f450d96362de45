// Words for a project’s memory: the pad, its keys and history, reminders, tasks and their siblings.

import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';
import { didYouMean } from './phrases.js';

export const memoryWords = {
  context_missing: ({ target }, program) => ({
    message: `There is no memory in ${target}: it has no .context folder.`,
    hint: `Run \`${program} init\` in your project first.`,
  }),
  pad_key_missing: ({ target, by, identityFile }) => ({
    message: `${target} is encrypted, and there is no ${by === 'identity' ? 'key' : 'passphrase'} to open it with.`,
    hint:
      by === 'identity'
        ? `Put your key back at ${identityFile}, or set CTX_AGE_IDENTITY; nothing was changed.`
        : 'Set CTX_AGE_PASSPHRASE; nothing was changed.',
  }),
  pad_key_wrong: ({ target, by, keySource }) => ({
    message: `${target} cannot be opened with the ${by === 'identity' ? 'key' : 'passphrase'} from ${keySource}.`,
    hint:
      by === 'identity'
        ? 'It was encrypted for other keys: use one of those, or ask who has one to add yours to `recipients`. Nothing was changed.'
        : 'Set CTX_AGE_PASSPHRASE to the one that it was encrypted with; nothing was changed.',
  }),
  pad_damaged: ({ target, reason, history }, program) => ({
    message: `${target} is damaged: ${reason}.`,
    hint:
      history === undefined
        ? 'It was left as it is, and nothing of it was added.'
        : `It was left as it is. Earlier states are in ${history}: see \`${program} pad undo --list\`.`,
  }),
  pad_malformed: ({ target, line, problem, history }, program) => ({
    message: `${target} is not a valid pad: line ${line} ${problem}.`,
    hint:
      history === undefined
        ? 'Fix that line. Nothing was changed.'
        : `Fix that line, or restore an earlier state with \`${program} pad undo\`; earlier states are in ${history}. Nothing was changed.`,
  }),
  pad_not_conflicted: ({ target }, program) => ({
    message: `There is nothing to merge: git has no conflict in ${target}, and there is only one pad.`,
    hint: `To add the entries of another pad: \`${program} pad import FILE\`.`,
  }),
  rekey_impossible: ({ target, obstacle }, program) => ({
    message: {
      no_pad: 'There is no pad yet, so there is nothing to encrypt.',
      plain: 'The pad is plain text, so it has no key.',
      given_key: `The key of ${target} comes from CTX_AGE_IDENTITY, which ctx cannot change.`,
      no_passphrase: `${target} is encrypted with a passphrase, and CTX_AGE_NEW_PASSPHRASE holds no new one.`,
    }[obstacle],
    hint: {
      no_pad: `\`${program} pad add "…"\` creates one, and your key.`,
      plain: `\`${program} pad encrypt\` encrypts it.`,
      given_key: `Put a new key (\`age-keygen\`) in front of the old one, with a line "# retired" before the old one; then \`${program} pad encrypt\`.`,
      no_passphrase:
        'Set it to the new passphrase, and CTX_AGE_PASSPHRASE to the one that opens the pad now.',
    }[obstacle],
  }),
  identity_retired: ({ target }) => ({
    message: `Every key in ${target} is marked as retired.`,
    hint: 'Remove the "# retired" line before the key that should encrypt your pads.',
  }),
  pad_twice: ({ target, other }, program) => ({
    message: `There are two pads, ${target} and ${other}.`,
    hint: `If they hold the same entries, \`${program} doctor --fix\` removes the plain one; otherwise \`${program} pad merge\` combines them.`,
  }),
  identity_invalid: ({ target, line }) => ({
    message: `${target} does not hold an age identity (line ${line}).`,
    hint: 'The line must begin with AGE-SECRET-KEY-1 (or AGE-SECRET-KEY-PQ-1), as `age-keygen` writes it.',
  }),
  recipient_invalid: ({ target, configFile }) => ({
    message: `\`${target}\` is not an age public key.`,
    hint: `Correct \`recipients\` in ${configFile}: each begins with age1. Nothing was changed.`,
  }),
  recipients_mixed: ({ target, configFile }) => ({
    message: `${target} cannot be encrypted for post-quantum keys (age1pq1…) and other keys at once: the others would not protect it.`,
    hint: `Use one kind for \`recipients\` in ${configFile} and for your own key. Nothing was changed.`,
  }),
  entry_unknown: ({ target }, program) => ({
    message: `The pad has no entry ${target}.`,
    hint: `Run \`${program} pad\` for the list.`,
  }),
  snapshot_unknown: ({ target, slots }, program) => ({
    message: `The pad’s history has no slot ${target}.`,
    hint:
      slots.length === 0
        ? 'It is empty.'
        : `It has ${slots.join(', ')}; \`${program} pad undo --list\` says what they are.`,
  }),
  snapshot_unopenable: ({ target, reason }, program) => ({
    message: `Slot ${target} of the pad’s history cannot be opened: ${reason}.`,
    hint: `The pad was left as it is; choose another slot from \`${program} pad undo --list\`.`,
  }),
  text_missing: ({ target }) => ({
    message: `${target} is empty.`,
    hint: 'Give some text, or `-` to read it from stdin.',
  }),
  text_not_plain: ({ target, reason, line = false }) => ({
    message: line ? `${target} has more than one line.` : `${target} is not plain text: ${reason}.`,
    hint: line
      ? 'Give it one line; a task takes the rest as --details. Nothing was changed.'
      : 'Keep it as a file instead: `ctx pad add --file FILE`. Nothing was changed.',
  }),
  text_too_large: ({ target, bytes, limit }) => ({
    message: `${target} has ${bytes} bytes; the limit is ${limit}.`,
    hint: 'Put it into a file of the project, and note its path instead. Nothing was changed.',
  }),
  tag_invalid: ({ target }) => ({
    message: `\`${target}\` cannot be a tag.`,
    hint: 'Use letters, digits, `_`, `-`, `.` and `/`, at most 64, the first a letter or a digit.',
  }),
  reminder_unknown: ({ target }, program) => ({
    message: `There is no reminder ${target}.`,
    hint: `Run \`${program} remind list\` for the list.`,
  }),
  item_ambiguous: ({ target, what, known }) => ({
    message: `${target} matches more than one ${what}: ${known.slice(0, 8).join(', ')}${known.length > 8 ? ', …' : ''}.`,
    hint: 'Use the id of one of them, or its unique beginning. Nothing was changed.',
  }),
  item_unknown: ({ target, what, nearest }, program) => ({
    message: `There is no ${what} ${target}.`,
    hint: didYouMean(nearest, `Run \`${program} ${what} list\` for the list.`),
  }),
  unhealthy: ({ checks, fixable }, program) => ({
    message: `${checks.length === 1 ? 'One check found an error' : `${checks.length} checks found errors`}: ${checks.join(', ')}.`,
    hint: fixable
      ? `\`${program} doctor --fix\` fixes what is safe to fix. --exit-zero always exits 0.`
      : 'Each check says what to do. --exit-zero always exits 0.',
  }),
  merge_unknown: ({ target }) => ({
    message: `ctx cannot merge ${target}.`,
    hint: 'It merges TASKS.md, DECISIONS.md, LEARNINGS.md, CONVENTIONS.md and reminders.json of a .context folder.',
  }),
  memory_file_malformed: ({ target, line, problem, next }, program) => ({
    message: `${target} cannot be changed safely: line ${line} ${problem}.`,
    hint:
      next === 'doctor'
        ? `\`${program} doctor --fix\` fixes what it can without losing anything, and says what is left to you. Nothing was changed.`
        : 'Fix that line and run it again; nothing was changed.',
  }),
} satisfies Partial<WordsFor<Codes>>;
