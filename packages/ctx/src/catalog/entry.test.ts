import { describe, expect, it } from 'vitest';
import { checkEntry } from './entry.js';

const good = {
  id: 'skill:acme/pdf',
  kind: 'skill',
  name: 'pdf',
  summary: 'Reads PDF files.',
  source: 'https://example.com',
  tags: ['pdf'],
};
const whole = {
  ...good,
  licence: 'MIT',
  packages: ['npm:pdf'],
  requires: ['skill:acme/base'],
  with: [{ id: 'mcp:acme/x', reason: 'they share files' }],
  similar: ['skill:acme/ps'],
  bundle: 'documents',
  updated: '2026-11-15',
  retired: false,
  context: { always: 10, used: 200 },
};
const refused = (change: object) => {
  const checked = checkEntry({ ...good, ...change });
  return 'refused' in checked ? checked.refused : undefined;
};

describe('an entry from outside', () => {
  it('is taken as it is when everything fits', () => {
    expect(checkEntry(good)).toEqual({ entry: good });
    expect(checkEntry(whole)).toEqual({
      entry: { ...whole, requires: [{ id: 'skill:acme/base' }], similar: [{ id: 'skill:acme/ps' }] },
    });
  });

  it.each([
    ['not an object', undefined, /not an object/],
    ['an unknown key', { stars: 1 }, /unknown key: "stars"/],
    ['an unknown kind', { kind: 'tool' }, /kind/],
    ['an id of another kind', { id: 'mcp:acme/pdf' }, /does not begin with its kind/],
    ['an id that escapes', { id: 'skill:../../etc' }, /its id/],
    ['an id in capitals', { id: 'skill:Acme/pdf' }, /its id/],
    ['an id that is too long', { id: `skill:${'a'.repeat(200)}` }, /its id/],
    ['no name', { name: '' }, /name is empty/],
    ['no summary', { summary: undefined }, /summary is missing/],
    ['a summary that is too long', { summary: 'a'.repeat(1025) }, /longer than 1024/],
    ['ANSI escapes', { summary: 'a \u001b[31mred\u001b[0m' }, /control characters/],
    ['bidirectional characters', { name: 'a\u202Eb' }, /control characters/],
    ['a lone surrogate', { name: 'a\uD800' }, /control characters/],
    ['an empty source', { source: ' ' }, /source is empty/],
    ['a licence that is no text', { licence: 3 }, /licence is missing/],
    ['a bundle that is too long', { bundle: 'x'.repeat(101) }, /bundle is longer/],
    ['tags that are no list', { tags: 'pdf' }, /tags are not a list/],
    ['an odd tag', { tags: ['Not A Tag'] }, /is not allowed in its tags/],
    ['too many tags', { tags: Array(41).fill('a') }, /more than 40 tags/],
    ['an odd package', { packages: [1] }, /allowed in its packages/],
    ['relations that are no list', { with: 'x' }, /with are not a list/],
    ['a relation that is no id', { requires: ['../x'] }, /allowed in its requires/],
    [
      'a relation with a hostile reason',
      { similar: [{ id: 'skill:a/b', reason: '\u0007' }] },
      /allowed in its similar/,
    ],
    ['too many relations', { with: Array(1001).fill('skill:a/b') }, /more than 1000/],
    ['an odd date', { updated: 'yesterday' }, /date/],
    ['an odd retirement', { retired: 'yes' }, /retired/],
    ['an odd cost', { context: { always: -1 } }, /context/],
  ])('with %s is refused', (_, change, why) => {
    if (change === undefined) expect(checkEntry([])).toEqual({ refused: 'it is not an object' });
    else expect(refused(change)).toMatch(why);
  });

  it('is refused with words that cannot steer a terminal', () => {
    expect(refused({ ['\u001b[2J']: 1 })).not.toContain('\u001b');
  });
});
