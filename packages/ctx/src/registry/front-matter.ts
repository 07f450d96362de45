// The description of a Markdown file: from its front matter, else from its first line of text.

import { load } from 'js-yaml';

export function describe(markdown: string): string {
  const front = /^---\r?\n(.*?)\r?\n---(?:\r?\n|$)/s.exec(markdown);
  const body = front === null ? markdown : markdown.slice(front[0].length);
  return fromFrontMatter(front?.[1]) ?? firstLine(body) ?? '';
}

function fromFrontMatter(yaml: string | undefined): string | undefined {
  if (yaml === undefined) return undefined;
  let value: unknown;
  try {
    value = load(yaml);
  } catch {
    return '(its front matter is not valid YAML)';
  }
  if (typeof value !== 'object' || value === null || !('description' in value)) return undefined;
  return typeof value.description === 'string' ? oneLine(value.description) : undefined;
}

function firstLine(body: string): string | undefined {
  const line = body.split('\n').find((text) => text.trim() !== '');
  return line === undefined ? undefined : oneLine(line.replace(/^#+\s*/, ''));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
