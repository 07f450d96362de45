// What somebody typed that ctx cannot follow.

import { code } from '../failure.js';

/** Words that may be one text whose quotes somebody forgot, and the words of the line before it. */
interface MaybeText {
  readonly after: string;
  readonly words: readonly string[];
}

export const commandLineCodes = () => ({
  command_missing: code<{ group?: string; choices?: readonly string[] }>('parse'),
  /** `members` are the second words that the first one has. */
  command_unknown: code<{ nearest?: string | undefined; members?: readonly string[]; text?: MaybeText }>(
    'parse',
  ),
  /** `verb` is the command that looked for it. */
  command_not_found: code<{ nearest?: string | undefined; verb?: string }>('command_not_found'),
  /**
   * `known` are the flags that could have been given, `promptFlags` those of a line with a prompt, `places` the
   * arguments, `value` what stands behind the flag that was given.
   */
  flag_unknown: code<{
    command?: string;
    known?: readonly string[];
    promptFlags?: readonly string[];
    places?: readonly string[];
    value?: string | undefined;
  }>('parse'),
  flag_repeated: code('parse'),
  flag_value_missing: code<{ wanted: string }>('parse'),
  flag_value_unwanted: code('parse'),
  flag_value_invalid: code<{ value: string; wanted: string; nearest?: string | undefined }>('parse'),
  flag_missing: code<{ wanted: string }>('parse'),
  /** `says` is what the help says of the argument, `otherwise` the flag that takes its place. */
  argument_missing: code<{ command: string; says?: string; otherwise?: string }>('parse'),
  argument_unwanted: code<{ command: string; takesNone?: boolean; text?: MaybeText }>('parse'),
  argument_invalid: code<{ argument: string; wanted: string; nearest?: string | undefined }>('parse'),
  /** `column` is where it stops being one, from 1. */
  jq_invalid: code<{ value: string; column: number }>('parse'),
  json_opted_out: code<{ reason: string }>('parse'),
  json_foreign: code<{ speaks: string }>('parse'),
  /** `prompt` where the other one may be a prompt: as the shell takes it. */
  flags_contradict: code<{ other: string; prompt?: string }>('usage'),
  command_not_prompt: code('usage'),
  page_unknown: code<{ nearest?: string | undefined }>('item_not_found'),
  schema_unknown: code<{ nearest?: string | undefined }>('schema_not_found'),
  flag_choice_missing: code<{ choices: readonly string[] }>('usage'),
  confirmation_missing: code('usage'),
  date_invalid: code<{ problem: string }>('parse'),
  flag_needs: code<{ other: string }>('usage'),
});
