import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../protocol/failure.js';
import { emptyPad, isPadText, type Pad, type PadEntry, padText, parsePad } from './document.js';

const place = { shown: '.context/scratchpad.md', history: '.context/scratchpad.history' };
const head = '<!-- ctx pad 1, next id 3. Edit the lines behind ">" as you like; keep the "##" lines. -->\n';

function entry(id: number, text: string): PadEntry {
  return { id, at: '2026-11-15T20:00:00.000Z', tags: [], content: { kind: 'text', text } };
}

function refusal(text: string): unknown {
  try {
    parsePad(text, place);
  } catch (error) {
    return (error as Failure).where;
  }
  return undefined;
}

describe('the text of a pad', () => {
  it('keeps every text as it is: no content is ever taken for structure', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 80 }).filter((text) => text.isWellFormed());
    const hostile = fc.constantFrom(
      '## 1 2026-01-01T00:00:00Z',
      '> x',
      ':::',
      '<!-- ctx pad 1 -->',
      '',
      ' ',
      '\r',
      '\u2028',
      '-->',
      '```',
    );
    const lines = fc.array(fc.oneof(texts, hostile), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 4 }), (contents) => {
        const entries = contents.map((all, i) => entry(i + 1, all.join('\n')));
        const pad: Pad = { next: entries.length + 7, entries };
        expect(parsePad(padText(pad), place)).toEqual(pad);
      }),
    );
  });

  it('keeps files, tags and names with quotes', () => {
    const bytes = Buffer.from(Array.from({ length: 300 }, (_, i) => i % 256));
    const pad: Pad = {
      next: 9,
      entries: [
        {
          id: 4,
          at: '2026-11-15T20:00:00.000Z',
          tags: ['a', 'b/c'],
          content: { kind: 'file', name: 'x "y" #z\\.bin', bytes },
        },
        {
          id: 2,
          at: '2026-11-15T20:00:00.000Z',
          tags: [],
          content: { kind: 'file', name: 'empty', bytes: Buffer.alloc(0) },
        },
      ],
    };
    expect(parsePad(padText(pad), place)).toEqual(pad);
  });

  it('is Markdown that a person can read', () => {
    const pad: Pad = { next: 3, entries: [{ ...entry(1, 'first\n\nlast'), tags: ['deploy'] }] };
    expect(padText(pad)).toBe(`${head}\n## 1 2026-11-15T20:00:00.000Z #deploy\n\n> first\n>\n> last\n`);
  });

  it('survives edits by hand: other texts, blank lines, no space behind >, CR LF', () => {
    const edited = `${head}\n\n## 1 2026-11-15T20:00:00Z\n>changed\n\n> by hand\n\n## 2 2026-11-15T20:00:00Z #new\n> x\n`;
    const expected = [
      { ...entry(1, 'changed\n\nby hand'), at: '2026-11-15T20:00:00Z' },
      { ...entry(2, 'x'), at: '2026-11-15T20:00:00Z', tags: ['new'] },
    ];
    expect(parsePad(edited, place)).toEqual({ next: 3, entries: expected });
    expect(parsePad(edited.replaceAll('\n', '\r\n'), place)).toEqual({ next: 3, entries: expected });
  });

  it('never gives an id out again, also where an entry was added by hand', () => {
    expect(parsePad(`${head}\n## 12 2026-11-15T20:00:00Z\n\n> by hand\n`, place).next).toBe(13);
    expect(parsePad(head, place)).toEqual({ ...emptyPad, next: 3 });
  });

  it.each([
    ['nothing', '', 1],
    ['another file', '# Notes\n', 1],
    ['a format of the future', '<!-- ctx pad 2, next id 1 -->\n', 1],
    ['a stray line', `${head}\n## 1 2026-11-15T20:00:00Z\n\n> a\nstray\n`, 6],
    ['text before the first entry', `${head}> a\n`, 2],
    ['an id twice', `${head}## 1 2026-11-15T20:00:00Z\n> a\n## 1 2026-11-15T20:00:00Z\n> b\n`, 4],
    ['no time', `${head}## 1 yesterday\n> a\n`, 2],
    ['no text', `${head}## 1 2026-11-15T20:00:00Z\n`, 2],
    ['a file with bytes missing', `${head}## 1 2026-11-15T20:00:00Z file "a" 9 bytes\n> AAAA\n`, 2],
    ['a name that is not JSON', `${head}## 1 2026-11-15T20:00:00Z file "\\q" 3 bytes\n> AAAA\n`, 2],
  ])('with %s is refused, with the line and where the history is', (_, text, line) => {
    expect(refusal(text)).toMatchObject({ line, target: place.shown, history: place.history });
  });

  it('can be told from other text', () => {
    expect(isPadText(head)).toBe(true);
    expect(isPadText(head.replace('\n', '\r\n'))).toBe(true);
    expect(isPadText('# notes\n')).toBe(false);
  });
});
