// Text that somebody else wrote, made fit for a line of ours: it cannot steer a terminal or pretend to be another part.

import { isPlainAscii } from '../protocol/foreign-text.js';

/** Written out, because a property of Unicode in an expression takes a millisecond to look up. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const steering = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Control and bidirectional characters are taken out, and further lines are indented. */
export function plain(text: string, indent = '  '): string {
  const tame = isPlainAscii(text) ? text : text.replace(/\r\n?/g, '\n').replace(steering, ' ');
  return tame.trim().replaceAll('\n', `\n${indent}`);
}

export function oneLine(text: string, most: number): string {
  const line = plain(text.split('\n', 1)[0] ?? '');
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}

/** `{name}` in a text replaced by the fact of that name; a name that there is no fact for stays as it is. */
export function filled(words: string, facts: Readonly<Record<string, string | number>>): string {
  const [first = '', ...others] = words.split('{');
  return others.reduce((text, part) => {
    const name = part.split('}', 1)[0] ?? '';
    const isFact = Object.hasOwn(facts, name) && part.length > name.length;
    return isFact ? `${text}${facts[name]}${part.slice(name.length + 1)}` : `${text}{${part}`;
  }, first);
}
