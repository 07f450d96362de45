// The front matter of a Markdown file, the text behind it, and the description that one of them gives.

import { load } from 'js-yaml';

/** Nobody writes longer ones, and a stranger's must not keep us busy. */
const longestFront = 1 << 16;

export interface Markdown {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** Nothing where the front matter could be read, or there is none. */
  readonly problem?: string;
}

export function parseMarkdown(markdown: string): Markdown {
  const front = /^\uFEFF?---\r?\n(.*?)\r?\n---(?:\r?\n|$)/s.exec(markdown);
  if (front === null) return { fields: {}, body: markdown };
  const body = markdown.slice(front[0].length);
  if (front[0].length > longestFront) return { fields: {}, body, problem: '(its front matter is too long)' };
  try {
    // Aliases are refused: a few of them unfold into more than any memory holds.
    const value: unknown = load(front[1] ?? '', { maxAliases: 0 });
    return { fields: typeof value === 'object' && value !== null ? { ...value } : {}, body };
  } catch {
    return { fields: {}, body, problem: '(its front matter is not valid YAML)' };
  }
}

/** From the front matter, else from the first line of text. */
export function describe(markdown: string): string {
  const { fields, body, problem } = parseMarkdown(markdown);
  if (problem !== undefined) return problem;
  const { description } = fields;
  return typeof description === 'string' ? oneLine(description) : (firstLine(body) ?? '');
}

function firstLine(body: string): string | undefined {
  const line = body.split('\n').find((text) => text.trim() !== '');
  return line === undefined ? undefined : oneLine(line.replace(/^#+\s*/, ''));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
