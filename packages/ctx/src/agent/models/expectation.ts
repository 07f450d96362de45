// What a scripted reply expects to have been asked, and how a request that does not meet it is explained.

import { canonical } from '../../protocol/json.js';
import type { Message, ModelRequest } from '../ports.js';

export interface Expectation {
  readonly contains?: string | undefined;
  readonly equals?: string | undefined;
  readonly matches?: { readonly path: JsonPath; readonly value: unknown } | undefined;
}

export interface JsonPath {
  readonly text: string;
  readonly steps: readonly (string | number)[];
}

const step = /\.?([A-Za-z_][\w-]*)|\[(-?\d+)\]|\["([^"\]]*)"\]/y;

/** `$.messages[-1].text`; `$.` may be left out, and a negative index counts from the end. Nothing if it cannot be read. */
export function parseJsonPath(text: string): JsonPath | undefined {
  const steps: (string | number)[] = [];
  step.lastIndex = text.startsWith('$') ? 1 : 0;
  while (step.lastIndex < text.length) {
    const found = step.exec(text);
    if (found === null) return undefined;
    const [, name, index, quoted] = found;
    steps.push(index === undefined ? (name ?? quoted ?? '') : Number(index));
  }
  return { text, steps };
}

/** What was expected and what came instead; nothing where the expectation is met. */
export function unmet(expectation: Expectation, request: ModelRequest): string | undefined {
  const asked = textOf(request.messages.at(-1));
  const { contains, equals, matches } = expectation;
  if (contains !== undefined && !asked.includes(contains)) {
    return `expected the last message to contain ${shown(contains)}, got ${shown(asked)}`;
  }
  if (equals !== undefined && asked !== equals) {
    return `expected the last message to be ${shown(equals)}, got ${shown(asked)}`;
  }
  if (matches === undefined) return undefined;
  const got = valueAt(matches.path, askedAs(request));
  const same = got !== undefined && canonical(got) === canonical(matches.value);
  return same ? undefined : `expected ${matches.path.text} to be ${shown(matches.value)}, got ${shown(got)}`;
}

function textOf(message: Message | undefined): string {
  if (message?.role === 'user') return message.text;
  return message?.role === 'tool' ? message.results.map((result) => result.output).join('\n') : '';
}

function askedAs({ system, messages, tools }: ModelRequest) {
  return {
    system,
    messages,
    tools: tools.map(({ name, description, input }) => ({ name, description, input })),
  };
}

function valueAt(path: JsonPath, root: unknown): unknown {
  let value: unknown = root;
  for (const key of path.steps) {
    if (Array.isArray(value)) value = typeof key === 'number' ? value.at(key) : undefined;
    else if (typeof value === 'object' && value !== null) {
      value = Object.getOwnPropertyDescriptor(value, key)?.value;
    } else return undefined;
  }
  return value;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 400 ? `${text.slice(0, 300).toWellFormed()}… (${text.length} characters)` : text;
}
