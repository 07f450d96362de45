// The head of a report: flat `key: value` lines between two `---`. Everything behind it is the body, byte for byte.

import { fail } from '../codes.js';

export interface Split {
  /** Each key with its value and the line it stands on. */
  readonly fields: ReadonlyMap<string, { readonly value: string; readonly line: number }>;
  readonly body: string;
}

export function splitFrontmatter(text: string, target: string): Split {
  const source = text.replace(/^\uFEFF/, '');
  const { lines, rest } = headOf(source);
  if (lines[0]?.trimEnd() !== '---') throw fail('no_frontmatter', { operation: 'parse', target });
  if (rest === undefined) throw fail('unterminated_frontmatter', { operation: 'parse', target });
  const fields = new Map<string, { value: string; line: number }>();
  for (const [i, line] of lines.slice(1).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, key, value] = /^([a-z][a-z0-9-]*):(?:\s+(.*))?$/.exec(line.trimEnd()) ?? [];
    const where = { operation: 'parse', target, line: i + 2 };
    if (key === undefined) throw fail('parse_report', { ...where, field: line.trim(), rule: 'form' });
    if (fields.has(key)) throw fail('parse_report', { ...where, field: key, rule: 'repeated' });
    fields.set(key, { value: unquoted(value ?? ''), line: i + 2 });
  }
  return { fields, body: rest };
}

/** The lines before the second `---`, and what stands behind it, untouched; nothing where there is no second one. */
function headOf(text: string): { readonly lines: readonly string[]; readonly rest?: string } {
  const lines: string[] = [];
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline + 1;
    const line = text.slice(at, end);
    if (lines.length > 0 && line.trimEnd() === '---') return { lines, rest: text.slice(end) };
    lines.push(line);
    at = end;
  }
  return { lines };
}

function unquoted(value: string): string {
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
}
