// The commands that `ctx mcp` serves as MCP tools, each made from its entry in the table.

import type { JSONObject } from '@modelcontextprotocol/server';
import type { ArgumentEntry, CommandEntry, CommandTable, FlagEntry } from '../cli/table.js';

/** What an agent in a host has use for: to read, to remember, to find. Nothing that runs a model, a tool or a deletion. */
const served: Readonly<Record<string, 'reads' | 'writes'>> = {
  brief: 'reads',
  'catalog search': 'reads',
  'catalog show': 'reads',
  'convention add': 'writes',
  'convention list': 'reads',
  'decision add': 'writes',
  'decision list': 'reads',
  'handover write': 'writes',
  'learning add': 'writes',
  'learning list': 'reads',
  'list-sessions': 'reads',
  'load-session': 'reads',
  recommend: 'reads',
  remind: 'writes',
  'remind dismiss': 'writes',
  'remind list': 'reads',
  route: 'reads',
  'scan-repo': 'reads',
  search: 'reads',
  'show-command': 'reads',
  status: 'reads',
  'task add': 'writes',
  'task done': 'writes',
  'task list': 'reads',
  verify: 'reads',
};

/** The pad is private: it is served only to a host that the user started with --with-pad. */
const ofThePad: typeof served = {
  pad: 'reads',
  'pad add': 'writes',
  'pad edit': 'writes',
  'pad show': 'reads',
};

export interface ServedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Record<string, JSONObject>;
    readonly required: string[];
    readonly additionalProperties: false;
  };
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly openWorldHint: false;
  };
  readonly command: CommandEntry;
}

export function servedTools({ commands }: CommandTable, withPad: boolean): ServedTool[] {
  const effects = new Map(Object.entries(withPad ? { ...served, ...ofThePad } : served));
  return commands.flatMap((command) => {
    const effect = effects.get(command.name);
    return effect === undefined || command.surface !== 'clawable'
      ? []
      : [toolOf(command, effect === 'reads')];
  });
}

function toolOf(command: CommandEntry, readOnlyHint: boolean): ServedTool {
  const properties: Record<string, JSONObject> = {};
  const required: string[] = [];
  for (const argument of command.arguments) {
    properties[propertyOf(argument)] = argumentSchema(argument);
    if (argument.kind === 'one' || argument.kind === 'many') required.push(propertyOf(argument));
  }
  for (const flag of command.flags.filter(isServed)) {
    properties[propertyOf(flag)] = flagSchema(flag);
    if (flag.required) required.push(propertyOf(flag));
  }
  return {
    name: command.name.replaceAll(' ', '_'),
    description: `${command.summary}. ${command.description}`,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    annotations: { title: command.summary, readOnlyHint, openWorldHint: false },
    command,
  };
}

/** Files and folders elsewhere are the host's business: it has its own rules for them. */
function isServed({ name, value = '' }: FlagEntry): boolean {
  return !/FILE|DIR|PATH/.test(value) && !consents.has(name);
}

/** What only a person may say. */
const consents = new Set(['trust', 'accept-pad-config', 'trust-log', 'yes']);

function propertyOf({ name }: { readonly name: string }): string {
  return name.replaceAll('-', '_');
}

function argumentSchema({ kind, says, choices }: ArgumentEntry): JSONObject {
  const one = { type: 'string', ...(choices && { enum: [...choices] }) };
  const isList = kind === 'many' || kind === 'any';
  // One text is the usual case, also where a command takes several words.
  return isList
    ? { type: ['string', 'array'], items: one, ...(kind === 'many' && { minItems: 1 }), description: says }
    : { ...one, description: says };
}

function flagSchema({ kind, says, choices, min, max, default: otherwise }: FlagEntry): JSONObject {
  const more = {
    description: says,
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(otherwise !== undefined && { default: otherwise }),
  };
  switch (kind) {
    case 'switch':
      return { type: 'boolean', description: says };
    case 'texts':
      return { type: 'array', items: { type: 'string' }, description: says };
    case 'integer':
      return { type: 'integer', ...more };
    case 'decimal':
      return { type: 'number', ...more };
    default:
      return { type: 'string', ...(choices && { enum: [...choices] }), ...more };
  }
}

/** The words that say the same on a command line. Values cannot become flags: those of flags are tied to them by `=`. */
export function wordsFor({ command }: ServedTool, input: Readonly<Record<string, unknown>>): string[] {
  const flags = command.flags.flatMap((flag) => {
    const value = input[propertyOf(flag)];
    if (value === undefined || value === false) return [];
    if (value === true) return [`--${flag.name}`];
    return listOf(value).map((one) => `--${flag.name}=${one}`);
  });
  const places = command.arguments.flatMap((argument) => listOf(input[propertyOf(argument)] ?? []));
  return [...command.name.split(' '), ...flags, '--output-format=json', '--', ...places];
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}
