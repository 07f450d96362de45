import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { technologies } from '../scan/technology.js';
import { checkEntry, type Entry } from './entry.js';

const file = join(import.meta.dirname, '../../starter-catalog/entries.jsonl');

function entries(): Entry[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const checked = checkEntry(JSON.parse(line));
      if ('refused' in checked) throw new Error(`${line}: ${checked.refused}`);
      return checked.entry;
    });
}

describe('the starter catalog', () => {
  it('has a few hundred entries of every kind, each of which fits', () => {
    const all = entries();
    expect(all.length).toBeGreaterThanOrEqual(250);
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['skill', 'agent', 'mcp', 'harness']));
  });

  it('stands in the order of its ids, each once', () => {
    const ids = entries().map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it('names sources on the web, and a purpose in one line', () => {
    const odd = entries().filter(
      ({ source, summary }) => !source.startsWith('https://') || !summary.endsWith('.'),
    );
    expect(odd).toEqual([]);
  });

  it('relates only to entries that are there', () => {
    const all = entries();
    const ids = new Set(all.map(({ id }) => id));
    const relations = all.flatMap((entry) => [
      ...(entry.requires ?? []),
      ...(entry.with ?? []),
      ...(entry.similar ?? []),
    ]);
    expect(relations.filter(({ id }) => !ids.has(id))).toEqual([]);
  });

  it('has something for most technologies that a scan names often', () => {
    const tags = new Set(entries().flatMap((entry) => entry.tags));
    const common =
      'python typescript go rust java ruby php react vue angular svelte next.js django fastapi rails laravel spring-boot postgresql mysql mongodb redis docker kubernetes terraform aws azure gcp github-actions playwright pytest';
    expect(common.split(' ').filter((name) => !tags.has(name))).toEqual([]);
    expect(common.split(' ').filter((name) => technologies().categoryOf(name) === undefined)).toEqual([]);
  });
});
