// The head of a report: flat `key: value` lines between two `---`. Everything behind it is the body, byte for byte.

import { fail } from '../codes.js';

export interface Split {
  /** Each key with its value and the line it stands on. */
  readonly fields: ReadonlyMap<string, { readonly value: string; readonly line: number }>;
  readonly body: string;
}

export function splitFrontmatter(text: string, target: string): Split {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const { lines, rest } = headOf(source);
  if (lines[0]?.trimEnd() !== '---') throw fail('no_frontmatter', { operation: 'parse', target });
  if (rest === undefined) throw fail('unterminated_frontmatter', { operation: 'parse', target });
  const fields = new Map<string, { value: string; line: number }>();
  for (const [i, line] of lines.slice(1).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const { key, value } = fieldIn(line.trimEnd());
    const where = { operation: 'parse', target, line: i + 2 };
    if (key === undefined) throw fail('parse_report', { ...where, field: line.trim(), rule: 'form' });
    if (fields.has(key)) throw fail('parse_report', { ...where, field: key, rule: 'repeated' });
    fields.set(key, { value: unquoted(value), line: i + 2 });
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

/** `key: value`, with white space between them where there is a value. */
function fieldIn(line: string): { readonly key?: string; readonly value: string } {
  const colon = line.indexOf(':');
  const value = line.slice(colon + 1).trimStart();
  const apart = value === '' || colon + 1 + value.length < line.length;
  if (!apart || !isKey(line.slice(0, Math.max(0, colon)))) return { value: '' };
  return { key: line.slice(0, colon), value };
}

/** A small letter, then small letters, digits and hyphens. Read by hand: an expression takes longer to make. */
function isKey(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i);
    const small = letter >= 'a' && letter <= 'z';
    const later = letter === '-' || (letter >= '0' && letter <= '9');
    if (!small && (i === 0 || !later)) return false;
  }
  return text !== '';
}

function unquoted(value: string): string {
  const quote = value.charAt(0);
  const quoted = value.length > 1 && (quote === '"' || quote === "'") && value.endsWith(quote);
  return quoted ? value.slice(1, -1) : value;
}
