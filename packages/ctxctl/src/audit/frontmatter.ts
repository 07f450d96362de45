// The head of a report: flat `key: value` lines between two `---`. Everything behind it is the body, byte for byte.

import { fail } from '../codes.js';

export interface Split {
  /** Each key with its value and the line it stands on. */
  readonly fields: ReadonlyMap<string, { readonly value: string; readonly line: number }>;
  readonly body: string;
}

export function splitFrontmatter(text: string, target: string): Split {
  const lines = linesOf(text.replace(/^\uFEFF/, ''));
  if (lines[0]?.trimEnd() !== '---') throw fail('no_frontmatter', { operation: 'parse', target });
  const end = lines.findIndex((line, i) => i > 0 && line.trimEnd() === '---');
  if (end === -1) throw fail('unterminated_frontmatter', { operation: 'parse', target });
  const fields = new Map<string, { value: string; line: number }>();
  for (const [i, line] of lines.slice(1, end).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, key, value] = /^([a-z][a-z0-9-]*):(?:\s+(.*))?$/.exec(line.trimEnd()) ?? [];
    const where = { operation: 'parse', target, line: i + 2 };
    if (key === undefined) throw fail('parse_report', { ...where, field: line.trim(), rule: 'form' });
    if (fields.has(key)) throw fail('parse_report', { ...where, field: key, rule: 'repeated' });
    fields.set(key, { value: unquoted(value ?? ''), line: i + 2 });
  }
  return { fields, body: lines.slice(end + 1).join('') };
}

/** Lines with their ends, so that what is left can be put together again as it was. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

function unquoted(value: string): string {
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
}
