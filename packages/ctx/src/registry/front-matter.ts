// The front matter of a Markdown file: YAML between two lines of `---` at its top. Everything behind it is the body.

import { load } from 'js-yaml';
import { isMembers, type Members } from '../protocol/members.js';

export type FrontMatter =
  | { readonly state: 'none'; readonly body: string }
  | { readonly state: 'read'; readonly fields: Members; readonly body: string }
  | {
      readonly state: 'unreadable';
      readonly problem: 'too_long' | 'not_yaml' | 'not_mapping';
      /** What the parser says. */
      readonly detail: string;
      readonly body: string;
    };

/** Nobody writes longer or deeper ones, and a stranger's must not keep us busy. */
const longest = 1 << 16;
const deepest = 20;

export function frontMatterOf(markdown: string): FrontMatter {
  const found = /^\uFEFF?---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|$)/s.exec(markdown);
  if (found === null) return { state: 'none', body: markdown };
  const [whole, front = ''] = found;
  const body = markdown.slice(whole.length);
  const unreadable = (problem: 'too_long' | 'not_yaml' | 'not_mapping', detail = '') =>
    ({ state: 'unreadable', problem, detail, body }) as const;
  if (front.length > longest) return unreadable('too_long');
  try {
    // Aliases are refused: a few of them unfold into more than any memory holds.
    const value: unknown = load(front, { maxAliases: 0, maxDepth: deepest });
    return isMembers(value) ? { state: 'read', fields: value, body } : unreadable('not_mapping');
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [line = ''] = message.split('\n');
    return unreadable('not_yaml', line.replace(/aliases exceeded.*/, 'aliases (`*name`) are not allowed'));
  }
}
