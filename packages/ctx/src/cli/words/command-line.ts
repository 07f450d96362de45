// Words for a command line that cannot be read.

import type { Codes } from '../../protocol/codes.js';
import { inQuotes } from '../in-quotes.js';
import { meantCommand, meantFlag, meantName, nearestFlag, type TypedFlag } from '../meanings.js';
import type { WordsFor } from '../wording.js';
import { didYouMean } from './phrases.js';

const commandLine = (program: string, words: string | undefined) => {
  if (words === undefined) return undefined;
  return words.startsWith('ctxctl ') ? words : `${program} ${words}`;
};

const meantOrNear = (typed: TypedFlag) => meantFlag(typed) ?? nearestFlag(typed);

export const commandLineWords = {
  command_missing: ({ group, choices }, program) =>
    group === undefined
      ? { message: 'No command was given.', hint: `Run \`${program} help\` for the list of commands.` }
      : { message: `\`${group}\` needs one more word.`, hint: `Choose from: ${choices?.join(', ')}.` },
  command_unknown: ({ target, nearest, members, text }, program) => {
    const isOneName = nearest !== undefined && nearest === text?.words.slice(0, 2).join('-');
    const meant = isOneName ? nearest : (meantCommand(target, program, members) ?? nearest);
    const quoted = text && inQuotes(program, text);
    // Two words may be a command and what it is about; more are a sentence.
    const isText =
      quoted !== undefined && (meant === undefined || text?.after !== '' || text.words.length > 2);
    const otherwise = isText
      ? `Put several words in quotes: \`${quoted}\`.`
      : `Run \`${program} help\` for the list of commands.`;
    const hint = didYouMean(commandLine(program, meant), otherwise);
    return {
      message: `There is no command \`${target}\`.`,
      hint: isText && meant !== undefined ? `${hint} A text goes in quotes: \`${quoted}\`.` : hint,
    };
  },
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
  flag_unknown: ({ target, command, known = [], promptFlags = [], places = [], value }, program) => {
    const typed = { flag: target, value, command, known };
    if (command === undefined) {
      const ofPrompt = meantOrNear({ ...typed, known: promptFlags });
      return {
        message: `There is no flag \`${target}\` here.`,
        hint: didYouMean(
          meantOrNear(typed) ?? commandLine(program, ofPrompt && `run ${ofPrompt}`),
          `Run \`${program} help\`.`,
        ),
      };
    }
    const place = places.find((name) => target === `--${name}`);
    const atPlace = place && `${program} ${command} ${place.toUpperCase()}`;
    return {
      message: `\`${command}\` has no flag \`${target}\`.`,
      hint: didYouMean(
        meantFlag(typed) ?? atPlace ?? nearestFlag(typed),
        `Run \`${program} ${command} --help\` for its flags.`,
      ),
    };
  },
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
  flags_contradict: ({ target, other, prompt }, program) => ({
    message: `\`${target}\` and \`${other}\` contradict each other.`,
    hint: prompt
      ? `Leave one of them out, or give a prompt with -p: \`${program} ${target} -p ${prompt}\`.`
      : 'Leave one of them out.',
  }),
  argument_missing: ({ target, command, says, otherwise }, program) => ({
    message: `\`${command}\` needs ${target.toUpperCase()}.`,
    hint:
      otherwise !== undefined
        ? `Give the id of one (\`${program} list-sessions\` lists them), or \`${otherwise}\` for the newest.`
        : says !== undefined
          ? `Give ${says}; \`${program} ${command} --help\` shows examples.`
          : `Run \`${program} ${command} --help\` to see what it takes.`,
  }),
  argument_unwanted: ({ target, command, takesNone, text }, program) => {
    const isList = takesNone && ['all', 'list', 'ls', 'show'].includes(target);
    const meant = meantCommand(`${command} ${target}`, program) ?? (isList ? command : undefined);
    const quoted = text && inQuotes(program, text);
    return {
      message: `\`${command}\` takes no argument \`${target}\`.`,
      hint:
        quoted === undefined
          ? didYouMean(
              commandLine(program, meant),
              `Run \`${program} ${command} --help\` to see what it takes.`,
            )
          : `Put several words in quotes: \`${quoted}\`.`,
    };
  },
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
