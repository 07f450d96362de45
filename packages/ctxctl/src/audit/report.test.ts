import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../ctx/src/kit/digest.js';
import { findings } from '../../test/audited.js';
import { isKind, parseReport, reportText } from './report.js';

const path = '.context/audit/surface.md';
const text = reportText(findings('surface'));

describe('a report', () => {
  it('comes back as it was written, with its digest verified', () => {
    expect(parseReport(text, 'surface', path)).toEqual({
      ...findings('surface'),
      digest: digestOf(findings('surface').body),
      digestVerdict: 'verified',
    });
  });

  it.each([
    ['is empty', ''],
    ['begins with its own frontmatter', '---\nkind: other\n---\nfake\n'],
    ['has no newline at its end', 'one\n\ntwo'],
    ['has CRLF and odd characters', 'a\r\n\u2028\u0000│└─🎉\n'],
  ])('keeps a body that %s, byte for byte', (_, body) => {
    const read = parseReport(reportText(findings('surface', { body })), 'surface', path);
    expect(read).toMatchObject({ body, digestVerdict: 'verified' });
  });

  it('has the digest of its body, whatever it says itself', () => {
    const forged = parseReport(text.replace('something', 'nothing'), 'surface', path);
    expect(forged.digestVerdict).toBe('wrong');
    expect(forged.digest).toBe(digestOf(findings('surface').body.replace('something', 'nothing')));
    const without = parseReport(text.replace(/^digest: .*\n/m, ''), 'surface', path);
    expect(without.digestVerdict).toBe('missing');
    expect(parseReport(text.replace(/^digest: .*$/m, 'digest:'), 'surface', path).digestVerdict).toBe(
      'missing',
    );
  });

  it('may be written by hand: a BOM, CRLF in the head, quotes, comments, keys of its own', () => {
    const head = ['---', '# by hand', 'kind: "surface"', "status: 'clean'", 'commit-range: a..b', 'mine: 1'];
    const byHand = `\uFEFF${head.join('\r\n')}\r\ngenerated-at: 2026-11-15T20:00:00+01:00\r\ngenerator: me\r\n---\r\nbody\n`;
    expect(parseReport(byHand, 'surface', path)).toMatchObject({ status: 'clean', body: 'body\n' });
  });
});

describe('a report that cannot be read', () => {
  it.each([
    ['has no frontmatter', '# Findings\n', { code: 'no_frontmatter' }],
    ['is empty', '', { code: 'no_frontmatter' }],
    ['has a head without end', '---\nkind: surface\n', { code: 'unterminated_frontmatter' }],
  ])('%s', (_, broken, failure) => {
    expect(() => parseReport(broken, 'surface', path)).toThrow(expect.objectContaining(failure));
  });

  it.each([
    ['no kind', /^kind: .*\n/m, '', 'kind', 1, 'missing'],
    ['the kind of another', 'kind: surface', 'kind: other', 'kind', 2, 'other_kind'],
    ['no status', 'status: findings', 'status:', 'status', 3, 'missing'],
    ['an unknown status', 'status: findings', 'status: fine', 'status', 3, 'value'],
    ['no range', /^commit-range: .*\n/m, '', 'commit-range', 1, 'missing'],
    ['a time that is none', /^generated-at: .*$/m, 'generated-at: yesterday', 'generated-at', 5, 'value'],
    [
      'a month that is none',
      /^generated-at: .*$/m,
      'generated-at: 2026-13-01T00:00:00Z',
      'generated-at',
      5,
      'value',
    ],
    ['no generator', /^generator: .*\n/m, '', 'generator', 1, 'missing'],
    ['a field twice', 'status: findings', 'kind: surface', 'kind', 3, 'repeated'],
    ['a line that is no field', 'status: findings', '- a list', '- a list', 3, 'form'],
  ])('has %s', (_, what, instead, field, line, rule) => {
    const broken = text.replace(what, instead);
    expect(() => parseReport(broken, 'surface', path)).toThrow(
      expect.objectContaining({
        code: 'parse_report',
        where: expect.objectContaining({ target: path, field, line, rule }),
      }),
    );
  });
});

it('has a kind that can be the name of a file, and nothing else', () => {
  expect(['surface', 'commit-trailers', 'a1', '9'].filter((kind) => !isKind(kind))).toEqual([]);
  const refused = ['', '-a', '../x', 'a/b', 'A', 'a b', '.dismissed', 'a.md', 'a'.repeat(65), 'ü'];
  expect(refused.filter(isKind)).toEqual([]);
});
