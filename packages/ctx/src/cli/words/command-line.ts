// Words for a command line that cannot be read.

import type { Codes } from '../../protocol/codes.js';
import { meantCommand, meantFlag, meantName } from '../meanings.js';
import type { WordsFor } from '../wording.js';
import { didYouMean } from './phrases.js';

const commandLine = (program: string, words: string | undefined) =>
  words === undefined ? undefined : `${program} ${words}`;

export const commandLineWords = {
  command_missing: ({ group, choices }, program) =>
    group === undefined
      ? { message: 'No command was given.', hint: `Run \`${program} help\` for the list of commands.` }
      : { message: `\`${group}\` needs one more word.`, hint: `Choose from: ${choices?.join(', ')}.` },
  command_unknown: ({ target, nearest }, program) => ({
    message: `There is no command \`${target}\`.`,
    hint: didYouMean(
      commandLine(program, meantCommand(target, program) ?? nearest),
      `Run \`${program} help\` for the list of commands.`,
    ),
  }),
  command_not_found: ({ target, nearest, verb = 'help' }, program) => ({
    message: `There is no command \`${target}\`.`,
    hint: didYouMean(
      commandLine(`${program} ${verb}`, meantName(target, program) ?? nearest),
      `Run \`${program} ${verb === 'help' ? 'help' : 'commands'}\` for the list of commands.`,
    ),
  }),
  command_not_prompt: ({ target }, program) => ({
    message: `\`${target}\` is a command of ${program} itself, not a prompt.`,
    hint: `Run \`${program} ${target}\`.`,
  }),
  flag_unknown: ({ target, nearest, command, known = [], value }, program) => ({
    message:
      command === undefined
        ? `There is no flag \`${target}\` here.`
        : `\`${command}\` has no flag \`${target}\`.`,
    hint: didYouMean(
      meantFlag({ flag: target, value, known }) ?? nearest,
      command === undefined
        ? `Run \`${program} help\`.`
        : `Run \`${program} ${command} --help\` for its flags.`,
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
    message: value === '' ? `\`${target}\` is empty.` : `\`${target}\` cannot be \`${value}\`.`,
    hint: didYouMean(nearest, `Give it ${wanted}.`),
  }),
  flag_missing: ({ target, wanted }) => ({
    message: `\`${target}\` is required.`,
    hint: `Give it ${wanted}.`,
  }),
  flag_choice_missing: ({ target, choices }, program) => ({
    message: `\`${target}\` needs one of ${choices.join(', ')}.`,
    hint: `Run \`${program} ${target} --help\` to see what they mean.`,
  }),
  flag_needs: ({ target, other }) => ({
    message: `\`${target}\` works only with \`${other}\`.`,
    hint: `Add \`${other}\`, or leave it out.`,
  }),
  flags_contradict: ({ target, other }) => ({
    message: `\`${target}\` and \`${other}\` contradict each other.`,
    hint: 'Leave one of them out.',
  }),
  argument_missing: ({ target, command }, program) => ({
    message: `\`${command}\` needs ${target.toUpperCase()}.`,
    hint: `Run \`${program} ${command} --help\` to see what it takes.`,
  }),
  argument_unwanted: ({ target, command }, program) => ({
    message: `\`${command}\` takes no argument \`${target}\`.`,
    hint: `Run \`${program} ${command} --help\` to see what it takes.`,
  }),
  argument_invalid: ({ target, argument, wanted, nearest }) => ({
    message: `${argument.toUpperCase()} cannot be \`${target}\`.`,
    hint: didYouMean(nearest, `Give ${wanted}.`),
  }),
  confirmation_missing: ({ target }) => ({
    message: `${target} cannot be undone, and there is no terminal to ask at.`,
    hint: 'Add --yes if you mean it.',
  }),
  date_invalid: ({ target, problem }) => ({
    message: `\`${target}\` is not a time: ${problem}.`,
    hint: 'Give a date (2026-12-24), a time (2026-12-24T09:00), or a duration (30m, 4h, 3d, 2w).',
  }),
  jq_invalid: ({ value, column }) => ({
    message: `--jq cannot read \`${value}\` at character ${column}.`,
    hint: 'It takes paths, `|`, `length` and `keys`, as in `.data.sessions[].title`; for more, pipe the JSON into jq.',
  }),
  json_opted_out: ({ target, reason }) => ({
    message: `\`${target}\` has no JSON output: ${reason}`,
    hint: `Run it without --output-format, or record your need: \`ctxctl demand add --surface ${target}\`.`,
  }),
  json_foreign: ({ target, speaks }) => ({
    message: `\`${target}\` speaks ${speaks}, not JSON envelopes.`,
    hint: 'Run it without --output-format.',
  }),
  page_unknown: ({ target, nearest }, program) => ({
    message: `The docs have no page \`${target}\`.`,
    hint: didYouMean(commandLine(`${program} docs`, nearest), `Run \`${program} docs\` for the list.`),
  }),
  schema_unknown: ({ target, nearest }, program) => ({
    message: `There is no schema \`${target}\`.`,
    hint: didYouMean(nearest && `${program} schema ${nearest}`, `Run \`${program} schema\` for the list.`),
  }),
} satisfies Partial<WordsFor<Codes>>;
