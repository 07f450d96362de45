// An item that a program hands over as JSON: strict keys, so that a misspelt one is not silently dropped.

import { parseJson } from '../../document/parse-json.js';
import type { DocumentRule } from '../../protocol/code-facts.js';
import { fail } from '../../protocol/codes.js';
import { isMembers } from '../../protocol/members.js';
import { nearest } from '../../text/nearest.js';
import { checked } from '../given.js';
import type { Ledger } from './kinds.js';

export interface GivenItem {
  readonly title: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
}

export function parseItem({ fields }: Ledger, text: string, shown: string): GivenItem {
  const value = parseJson(text, shown);
  if (!isMembers(value)) throw invalid(shown, '', 'type', 'object');
  const known = ['title', ...Object.keys(fields), 'tags'];
  const found: Record<string, string> = {};
  let tags: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (!known.includes(key)) {
      throw fail('document_key_unknown', {
        operation: 'parse',
        target: shown,
        key,
        known,
        nearest: nearest(key, known),
      });
    }
    if (key === 'tags') tags = tagsIn(member, shown);
    else if (typeof member === 'string') found[key] = checked(member, `\`${key}\``);
    else throw invalid(shown, key, 'type', 'string');
  }
  const { title, ...others } = found;
  if (title === undefined) throw invalid(shown, '', 'needs', 'title');
  return { title, fields: others, tags };
}

function tagsIn(value: unknown, shown: string): string[] {
  if (!Array.isArray(value)) throw invalid(shown, 'tags', 'type', 'array');
  return value.map((tag: unknown, i) => {
    if (typeof tag === 'string') return tag;
    throw invalid(shown, `tags[${i}]`, 'type', 'string');
  });
}

function invalid(target: string, place: string, rule: DocumentRule, wanted: string) {
  return fail('document_invalid', { operation: 'parse', target, place, rule, wanted });
}
