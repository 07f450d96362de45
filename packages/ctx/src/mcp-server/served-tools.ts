// The commands that `ctx mcp` serves as MCP tools: types from the table of commands, words from the offers.

import type { JSONObject } from '@modelcontextprotocol/server';
import type { ArgumentEntry, CommandEntry, CommandTable, FlagEntry } from '../cli/table.js';
import { coreOffers, furtherOffers, type Offer, padOffers } from './offers.js';

export interface Serving {
  /** More than the core set. */
  readonly all: boolean;
  readonly withPad: boolean;
}

export interface ServedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Record<string, JSONObject>;
    readonly required?: string[];
    readonly additionalProperties: false;
  };
  readonly annotations: { readonly readOnlyHint: boolean };
  readonly command: CommandEntry;
  /** Words that every call of it has. */
  readonly always: readonly string[];
}

export function servedTools({ commands }: CommandTable, { all, withPad }: Serving): ServedTool[] {
  const offers = { ...coreOffers, ...(all && furtherOffers), ...(withPad && padOffers) };
  return Object.entries(offers).map(([name, offer]) => {
    const command = commands.find((each) => each.name === name);
    if (command?.surface !== 'clawable') throw new TypeError(`${name} is no command to serve`);
    const { leavesPadOut } = offer;
    return toolOf(command, offer, withPad || leavesPadOut === undefined ? [] : [leavesPadOut]);
  });
}

function toolOf(
  command: CommandEntry,
  { effect, says, fields, required }: Offer,
  always: readonly string[],
): ServedTool {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, meaning]) => [
      snakeCase(name),
      { ...schemaOf(command, name), ...(meaning !== '' && { description: meaning }) },
    ]),
  );
  return {
    name: snakeCase(command.name),
    description: says,
    inputSchema: {
      type: 'object',
      properties,
      ...(required && { required: [...required] }),
      additionalProperties: false,
    },
    annotations: { readOnlyHint: effect === 'reads' },
    command,
    always,
  };
}

export function snakeCase(name: string): string {
  return name.replaceAll(/[ -]/g, '_');
}

function schemaOf(command: CommandEntry, name: string): JSONObject {
  const argument = command.arguments.find((each) => each.name === name);
  if (argument !== undefined) return argumentSchema(argument);
  const flag = command.flags.find((each) => each.name === name);
  if (flag !== undefined) return flagSchema(flag);
  throw new TypeError(`${command.name} has no ${name}`);
}

/** Several words are one text, as on a command line; several ids are a list. */
function argumentSchema({ kind, name, choices }: ArgumentEntry): JSONObject {
  const one = { type: 'string', ...(choices && { enum: [...choices] }) };
  const isList = name === 'id' && (kind === 'many' || kind === 'any');
  return isList ? { type: 'array', items: one } : one;
}

function flagSchema({ kind, choices, min, max, default: otherwise }: FlagEntry): JSONObject {
  const more = {
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(otherwise !== undefined && { default: otherwise }),
  };
  switch (kind) {
    case 'switch':
      return { type: 'boolean' };
    case 'texts':
      return { type: 'array', items: { type: 'string' } };
    case 'integer':
      return { type: 'integer', ...more };
    case 'decimal':
      return { type: 'number', ...more };
    default:
      return { type: 'string', ...(choices && { enum: [...choices] }), ...more };
  }
}

/** The words that say the same on a command line. Values cannot become flags: those of flags are tied to them by `=`. */
export function wordsFor(
  { command, always }: ServedTool,
  input: Readonly<Record<string, unknown>>,
): string[] {
  const flags = command.flags.flatMap((flag) => {
    const value = input[snakeCase(flag.name)];
    if (value === undefined || value === false) return [];
    if (value === true) return [`--${flag.name}`];
    return listOf(value).map((one) => `--${flag.name}=${one}`);
  });
  const places = command.arguments.flatMap((argument) => listOf(input[snakeCase(argument.name)] ?? []));
  return [...command.name.split(' '), ...always, ...flags, '--output-format=json', '--', ...places];
}

/** On a command line a dash alone means stdin, which belongs to the protocol here. */
export function readsStdin(input: Readonly<Record<string, unknown>>): boolean {
  return Object.values(input).some((value) => listOf(value).includes('-'));
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}
