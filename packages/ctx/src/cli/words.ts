// All English that a failure of ctx is told in. A code without words here does not compile.

import type { codes } from '../protocol/codes.js';
import type { Words } from '../protocol/envelope.js';
import type { CodeTable, FactsOf, Failure, Where } from '../protocol/failure.js';

/** One sentence, and the next step where there is one. A method, so that a table of all of them can be called. */
interface Saying<Facts> {
  say(failure: Where & Facts, program: string): Words;
}

export type WordsFor<T extends CodeTable> = { readonly [C in keyof T]: Saying<FactsOf<T[C]>>['say'] };

export type WordTable = Readonly<Record<string, Saying<object>['say']>>;

export function wordsOf(table: WordTable, failure: Failure, program: string): Words {
  return table[failure.code]?.(failure.where, program) ?? { message: `Failed with ${failure.code}.` };
}

const didYouMean = (nearest: string | undefined, otherwise: string) =>
  nearest === undefined ? otherwise : `Did you mean \`${nearest}\`?`;

export const words: WordsFor<typeof codes> = {
  command_missing: ({ group, choices }, program) =>
    group === undefined
      ? { message: 'No command was given.', hint: `Run \`${program} help\` for the list of commands.` }
      : { message: `\`${group}\` needs one more word.`, hint: `Choose from: ${choices?.join(', ')}.` },
  command_unknown: ({ target, nearest }, program) => ({
    message: `There is no command \`${target}\`.`,
    hint: didYouMean(nearest && `${program} ${nearest}`, `Run \`${program} help\` for the list of commands.`),
  }),
  command_not_found: ({ target, nearest }, program) => ({
    message: `There is no command \`${target}\`.`,
    hint: didYouMean(nearest && `${program} help ${nearest}`, `Run \`${program} help\` for the list of commands.`),
  }),
  flag_unknown: ({ target, nearest, command }, program) => ({
    message:
      command === undefined
        ? `There is no flag \`${target}\` here.`
        : `\`${command}\` has no flag \`${target}\`.`,
    hint: didYouMean(
      nearest,
      command === undefined ? `Run \`${program} help\`.` : `Run \`${program} ${command} --help\` for its flags.`,
    ),
  }),
  flag_repeated: ({ target }) => ({ message: `\`${target}\` was given twice.`, hint: 'Give it once.' }),
  flag_value_missing: ({ target, wanted }) => ({
    message: `\`${target}\` needs a value.`,
    hint: `Give it ${wanted}; write \`${target}=…\` for a value that begins with a dash.`,
  }),
  flag_value_unwanted: ({ target }) => ({
    message: `\`${target}\` takes no value.`,
    hint: `Write \`${target}\` alone.`,
  }),
  flag_value_invalid: ({ target, value, wanted, nearest }) => ({
    message: `\`${target}\` cannot be \`${value}\`.`,
    hint: didYouMean(nearest, `Give it ${wanted}.`),
  }),
  flag_missing: ({ target, wanted }) => ({
    message: `\`${target}\` is required.`,
    hint: `Give it ${wanted}.`,
  }),
  argument_missing: ({ target, command }, program) => ({
    message: `\`${command}\` needs ${target.toUpperCase()}.`,
    hint: `Run \`${program} ${command} --help\` to see what it takes.`,
  }),
  argument_unwanted: ({ target, command }, program) => ({
    message: `\`${command}\` does not know what to do with \`${target}\`.`,
    hint: `Run \`${program} ${command} --help\` to see what it takes.`,
  }),
  argument_invalid: ({ target, argument, wanted, nearest }) => ({
    message: `${argument.toUpperCase()} cannot be \`${target}\`.`,
    hint: didYouMean(nearest, `Give ${wanted}.`),
  }),
  json_opted_out: ({ target, reason }) => ({
    message: `\`${target}\` has no JSON output: ${reason}`,
    hint: `Run it without --output-format, or record your need: \`ctxctl demand add --surface ${target}\`.`,
  }),
  json_foreign: ({ target, speaks }) => ({
    message: `\`${target}\` speaks ${speaks}, not JSON envelopes.`,
    hint: 'Run it without --output-format.',
  }),

  internal_error: ({ crashFile }, program) => ({
    message: `${program} failed in a way that nobody expected; this is a bug.`,
    hint:
      crashFile === undefined
        ? 'The stack trace could not be written anywhere; run it again with a writable TMPDIR.'
        : `The stack trace is in ${crashFile}; please report it.`,
  }),
  interrupted: () => ({ message: 'Interrupted.' }),
  terminated: () => ({ message: 'Terminated.' }),
  output_undeliverable: ({ target, reason }) => ({
    message: `The answer could not be written to ${target}: ${reason}.`,
    hint: 'The command itself may have worked; look before you repeat it.',
  }),

  file_not_found: ({ target }) => ({ message: `There is no file ${target}.`, hint: 'Check the path.' }),
  file_unreadable: ({ target, reason }) => ({
    message: `${target} cannot be read: ${reason}.`,
    hint: 'Check the path and its permissions.',
  }),
  file_unwritable: ({ target, reason }) => ({
    message: `${target} cannot be written: ${reason}.`,
    hint: 'Check the path and its permissions; nothing was changed.',
  }),
  disk_full: ({ target }) => ({
    message: `There is no space left to write ${target}.`,
    hint: 'Free some space and run it again; nothing that was there before is lost.',
  }),
  package_incomplete: ({ target }) => ({
    message: `The installation lacks ${target}.`,
    hint: 'Install ctx-cli again.',
  }),
  schema_unknown: ({ target, nearest }, program) => ({
    message: `There is no schema \`${target}\`.`,
    hint: didYouMean(nearest && `${program} schema ${nearest}`, `Run \`${program} schema\` for the list.`),
  }),
};
