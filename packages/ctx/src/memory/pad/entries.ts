// What the verbs do to the entries of a pad. All of them name an entry by its id, and by nothing else.

import { fail } from '../../protocol/codes.js';
import type { Pad, PadContent, PadEntry } from './document.js';

const tagGrammar = /^[\p{L}\p{N}][\p{L}\p{N}_./-]{0,63}$/u;

export function entryId(word: string): number {
  if (/^[1-9]\d{0,14}$/.test(word)) return Number(word);
  throw fail('argument_invalid', {
    operation: 'argparse',
    target: word,
    argument: 'id',
    wanted: 'the number that `ctx pad` shows in front of the entry',
  });
}

export function findEntry({ entries }: Pad, id: number): PadEntry {
  const entry = entries.find((candidate) => candidate.id === id);
  if (entry !== undefined) return entry;
  throw fail('entry_unknown', { operation: 'find', target: String(id) });
}

/** Adds at the end, each under a new id. */
export function added(pad: Pad, news: readonly Omit<PadEntry, 'id'>[]): Pad {
  const entries = news.map((entry, i) => ({ ...entry, id: pad.next + i }));
  return { next: pad.next + news.length, entries: [...pad.entries, ...entries] };
}

export function edited(pad: Pad, id: number, content: PadContent, at: string): Pad {
  const old = findEntry(pad, id);
  if (old.content.kind === 'text' && content.kind === 'text' && old.content.text === content.text) return pad;
  return withEntry(pad, { ...old, content, at });
}

export function removed(pad: Pad, ids: readonly number[]): Pad {
  for (const id of ids) findEntry(pad, id);
  return { ...pad, entries: pad.entries.filter(({ id }) => !ids.includes(id)) };
}

/** Where an entry is to stand. */
export type Position = 'first' | 'last' | { readonly before: number } | { readonly after: number };

export function moved(pad: Pad, id: number, position: Position): Pad {
  const entry = findEntry(pad, id);
  const others = pad.entries.filter((other) => other !== entry);
  const entries = others.toSpliced(indexOf(pad, others, entry, position), 0, entry);
  return entries.every((other, i) => other === pad.entries[i]) ? pad : { ...pad, entries };
}

export function tagged(pad: Pad, id: number, add: readonly string[], remove: readonly string[]): Pad {
  const entry = findEntry(pad, id);
  const tags = [...new Set([...entry.tags, ...add])].filter((tag) => !remove.includes(tag));
  return tags.join(' ') === entry.tags.join(' ') ? pad : withEntry(pad, { ...entry, tags });
}

/** Tags as people type them: with or without `#`. */
export function tagsFrom(words: readonly string[]): string[] {
  const tags = words.map((word) => word.replace(/^#/, ''));
  for (const [i, tag] of tags.entries()) {
    if (!tagGrammar.test(tag)) throw fail('tag_invalid', { operation: 'tag', target: words[i] ?? tag });
  }
  return [...new Set(tags)];
}

function indexOf(pad: Pad, others: readonly PadEntry[], entry: PadEntry, position: Position): number {
  if (position === 'first') return 0;
  if (position === 'last') return others.length;
  const anchor = findEntry(pad, 'before' in position ? position.before : position.after);
  if (anchor === entry) return pad.entries.indexOf(entry);
  return others.indexOf(anchor) + ('before' in position ? 0 : 1);
}

function withEntry(pad: Pad, entry: PadEntry): Pad {
  return { ...pad, entries: pad.entries.map((other) => (other.id === entry.id ? entry : other)) };
}
