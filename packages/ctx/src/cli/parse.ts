// Words into a command's typed input, strictly: an unknown flag, a wrong value or a word too many is an error.

import { parseArgs } from 'node:util';
import { fail } from '../protocol/codes.js';
import { nearest } from '../text/nearest.js';
import type { Command } from './command.js';
import { globalFlags } from './global-flags.js';
import type { Argument, Flag, Flags, Input } from './inputs.js';

export type Parsed = { readonly help: true } | { readonly help: false; readonly input: Input };

export function parse(command: Command, words: readonly string[]): Parsed {
  const flags: Flags = { ...command.flags, ...globalFlags };
  const tokens = tokenise(words, flags);
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help')) return { help: true };
  refuseForeignFormat(command, tokens);

  const values: Record<string, unknown> = {};
  const places: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') places.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (flag === undefined) throw unknownFlag(token, tokens, flags, command);
    take(values, flag, token);
  }
  const filled = fillFlags(values, flags);
  const isShort = filled['json'] === true || filled['jq'] !== undefined;
  if (isShort && filled['output-format'] === 'text') filled['output-format'] = 'json';
  return { help: false, input: { args: fillArguments(command, places), flags: filled } };
}

function tokenise(words: readonly string[], flags: Flags): readonly Token[] {
  // Without a flag there is nothing to take apart, and the first use of parseArgs costs a start 1 ms.
  if (!words.some((word) => word.startsWith('-')))
    return words.map((value, index) => ({ kind: 'positional', index, value }));
  const options: Record<string, { type: 'boolean' | 'string'; short?: string }> = {};
  for (const [name, flag] of Object.entries(flags)) {
    options[name] = {
      type: flag.kind === 'switch' ? 'boolean' : 'string',
      ...(flag.short === undefined ? {} : { short: flag.short }),
    };
  }
  return parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

/** Opted-out and foreign commands have no JSON to give, and say so. */
function refuseForeignFormat(command: Command, tokens: readonly Token[]) {
  const isNamed = (token: Token, ...names: string[]) => token.kind === 'option' && names.includes(token.name);
  const format = tokens.findLast((token) => isNamed(token, 'output-format'));
  const isText = format === undefined || ('value' in format && format.value === 'text');
  if (isText && !tokens.some((token) => isNamed(token, 'json', 'jq'))) return;
  const where = { operation: 'argparse', target: command.name };
  if (command.surface === 'opted-out') throw fail('json_opted_out', { ...where, reason: command.reason });
  if (command.surface === 'foreign') throw fail('json_foreign', { ...where, speaks: command.speaks });
}

function unknownFlag(token: OptionToken, tokens: readonly Token[], flags: Flags, command: Command) {
  const known = Object.keys(flags).map((name) => `--${name}`);
  const next = tokens.find(({ index }) => index === token.index + 1);
  return fail('flag_unknown', {
    operation: 'argparse',
    target: token.rawName,
    command: command.name,
    known,
    places: Object.keys(command.arguments),
    value: token.value ?? (next?.kind === 'positional' ? next.value : undefined),
  });
}

function take(values: Record<string, unknown>, flag: Flag, token: OptionToken) {
  if (flag.kind === 'texts') {
    const earlier = values[token.name];
    values[token.name] = [...(Array.isArray(earlier) ? earlier : []), readValue(flag, token)];
    return;
  }
  if (Object.hasOwn(values, token.name) && !Object.hasOwn(globalFlags, token.name)) {
    throw fail('flag_repeated', { operation: 'argparse', target: token.rawName });
  }
  values[token.name] = flag.kind === 'switch' ? switchOf(token) : readValue(flag, token);
}

function switchOf(token: OptionToken): true {
  if (token.value === undefined) return true;
  throw fail('flag_value_unwanted', { operation: 'argparse', target: token.rawName });
}

function readValue(flag: Flag, token: OptionToken): string | number {
  const looksLikeFlag = !token.inlineValue && /^--?[^\d.-]/.test(token.value ?? '');
  if (token.value === undefined || looksLikeFlag) {
    throw fail('flag_value_missing', {
      operation: 'argparse',
      target: token.rawName,
      wanted: wantedOf(flag),
    });
  }
  const value = convert(flag, token.value);
  if (value !== undefined) return value;
  throw fail('flag_value_invalid', {
    operation: 'argparse',
    target: token.rawName,
    value: token.value,
    wanted: wantedOf(flag),
    nearest: nearest(token.value, flag.choices ?? []),
  });
}

function convert(flag: Flag, value: string): string | number | undefined {
  switch (flag.kind) {
    case 'integer':
      return /^-?\d+$/.test(value) ? inRange(flag, Number(value)) : undefined;
    case 'decimal':
      return /^-?\d+(\.\d+)?$/.test(value) ? inRange(flag, Number(value)) : undefined;
    case 'choice':
      return flag.choices?.find((choice) => choice === value);
    default:
      // Of a text, empty says nothing; of a name it is a variable that was never set, and any default would surprise.
      return value === '' && flag.value !== 'TEXT' ? undefined : value;
  }
}

function inRange(flag: Flag, value: number): number | undefined {
  const inside =
    value >= (flag.min ?? Number.MIN_SAFE_INTEGER) && value <= (flag.max ?? Number.MAX_SAFE_INTEGER);
  return inside ? value : undefined;
}

/** What a value must look like, in words: `a whole number from 1 to 20`. */
function wantedOf(flag: Flag): string {
  switch (flag.kind) {
    case 'integer':
    case 'decimal': {
      const number = flag.kind === 'integer' ? 'a whole number' : 'a number';
      if (flag.min === undefined) return flag.max === undefined ? number : `${number}, ${flag.max} or less`;
      return flag.max === undefined
        ? `${number}, ${flag.min} or more`
        : `${number} from ${flag.min} to ${flag.max}`;
    }
    case 'choice':
      return `one of ${flag.choices?.join(', ')}`;
    default:
      return flag.value ?? 'a value';
  }
}

function fillFlags(values: Readonly<Record<string, unknown>>, flags: Flags): Record<string, unknown> {
  const filled: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(flags)) {
    if (flag.required && values[name] === undefined) {
      throw fail('flag_missing', { operation: 'argparse', target: `--${name}`, wanted: wantedOf(flag) });
    }
    const empty = flag.kind === 'switch' ? false : flag.kind === 'texts' ? [] : flag.default;
    filled[name] = values[name] ?? empty;
  }
  return filled;
}

function fillArguments(command: Command, places: readonly string[]): Record<string, unknown> {
  const filled: Record<string, unknown> = {};
  let next = 0;
  for (const [name, argument] of Object.entries(command.arguments)) {
    if (argument.kind === 'many' || argument.kind === 'any') {
      filled[name] = places.slice(next);
      next = places.length;
    } else filled[name] = places[next++];
    requireValue(command, name, argument, filled[name]);
  }
  const extra = places[next];
  if (extra !== undefined) {
    const text = unquoted(command, places);
    throw fail('argument_unwanted', {
      operation: 'argparse',
      target: extra,
      command: command.name,
      takesNone: next === 0,
      ...(text !== undefined && { text }),
    });
  }
  return filled;
}

/** The words as one text, where the last argument is a prompt: people forget the quotes. A file or an address is none. */
function unquoted({ name, arguments: declared }: Command, places: readonly string[]) {
  const at = Object.keys(declared).indexOf('prompt');
  const first = places[at];
  if (first === undefined || /[./:\\]/.test(first)) return undefined;
  return { after: [name, ...places.slice(0, at)].join(' '), words: places.slice(at) };
}

function requireValue(command: Command, name: string, argument: Argument, value: unknown) {
  const absent = value === undefined || (Array.isArray(value) && value.length === 0);
  if (absent && (argument.kind === 'one' || argument.kind === 'many')) {
    const { says } = argument;
    throw fail('argument_missing', { operation: 'argparse', target: name, command: command.name, says });
  }
  if (argument.choices !== undefined && typeof value === 'string' && !argument.choices.includes(value)) {
    throw fail('argument_invalid', {
      operation: 'argparse',
      target: value,
      argument: name,
      wanted: `one of ${argument.choices.join(', ')}`,
      nearest: nearest(value, argument.choices),
    });
  }
}
