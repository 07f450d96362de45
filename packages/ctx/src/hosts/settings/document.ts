// A settings file as text and as a tree of places in that text. It is read as strictly as the hosts read it: a comment
// or a trailing comma makes them ignore the file, so it is an error here and not something to write around.

import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { fail } from '../../protocol/codes.js';

export type { Node };

const byteOrderMark = '\ufeff';

/** Settings that people write have some kilobytes. To look for the faults of a larger file would take all memory. */
export const largestSettings = 1 << 22;
/** Nobody writes more, and the parser calls itself for each. */
const deepest = 500;

/** `text` is without the byte order mark, which `mark` holds if there is one. */
export interface SettingsText {
  readonly mark: string;
  readonly text: string;
}

export function withoutMark(whole: string): SettingsText {
  const mark = whole.startsWith(byteOrderMark) ? byteOrderMark : '';
  return { mark, text: whole.slice(mark.length) };
}

/** The root of the tree: an object. Anything else is an error that says where. */
export function rootOf(text: string, file: string): Node {
  const tooDeep = placeBelow(text, deepest);
  if (tooDeep !== undefined) throw malformed(text, file, tooDeep, `it is nested more than ${deepest} deep`);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first !== undefined) throw malformed(text, file, first.offset, problemOf(first));
  if (root === undefined) throw malformed(text, file, 0, 'there is no JSON in it');
  if (root.type !== 'object') throw misshapen(text, file, root, 'the file', 'an object');
  try {
    JSON.parse(text);
  } catch (error) {
    const position = Number(/position (\d+)/.exec(String(error))?.[1] ?? 0);
    throw malformed(text, file, position, 'this is not JSON');
  }
  return root;
}

/** Where brackets that are not in a text first go deeper than that. */
function placeBelow(text: string, most: number): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) at += sign === '\\' ? 1 : 0;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > most) return at;
  }
  return undefined;
}

/** The value of a member; a name that stands there twice is an error, because readers disagree on which one counts. */
export function memberOf(text: string, file: string, object: Node, name: string): Node | undefined {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === name);
  const [member, twin] = found;
  if (twin !== undefined) throw misshapen(text, file, twin, `\`${name}\``, 'there once');
  return member?.children?.[1];
}

export function misshapen(text: string, file: string, node: Node, place: string, wanted: string) {
  const { line, column } = placeOf(text, node.offset);
  return fail('settings_misshapen', {
    operation: 'read_settings',
    target: file,
    line,
    column,
    place,
    wanted,
  });
}

function malformed(text: string, file: string, offset: number, problem: string) {
  const { line, column } = placeOf(text, offset);
  return fail('settings_malformed', { operation: 'read_settings', target: file, line, column, problem });
}

function problemOf({ error }: ParseError): string {
  const name = printParseErrorCode(error);
  const words: Readonly<Record<string, string>> = {
    InvalidCommentToken: 'a comment, which the host does not read',
    ValueExpected: 'a value is missing, perhaps behind a comma too many',
    PropertyNameExpected: 'a name is missing, perhaps behind a comma too many',
    EndOfFileExpected: 'there is more behind the end',
  };
  return (
    words[name] ?? name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase()
  );
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
