import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { truncate } from '../truncate.js';
import { HeadAndTail } from './head-and-tail.js';

describe('bytes in bounded memory', () => {
  it('are all there where they fit', () => {
    const kept = new HeadAndTail(10);
    for (const chunk of ['ab', '', 'cdefg', 'hij']) kept.push(Buffer.from(chunk));
    expect(kept.text()).toBe('abcdefghij');
  });

  it('are cut in the middle, between characters, with the true count', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 30 }),
        fc.integer({ min: 8, max: 40 }),
        (texts, limit) => {
          const kept = new HeadAndTail(limit);
          const whole = texts.join('').replaceAll('\n', '').toWellFormed();
          for (let at = 0; at < Buffer.byteLength(whole); at += 3)
            kept.push(Buffer.from(whole).subarray(at, at + 3));
          expect(kept.bytesSeen).toBe(Buffer.byteLength(whole));
          const text = kept.text({ strict: true });
          const [, head = '', count = '', tail = ''] =
            /^(.*)\n\[… (\d+) bytes left out …\]\n(.*)$/s.exec(text) ?? [];
          if (count === '') expect(text).toBe(whole);
          else {
            expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
            expect(Buffer.byteLength(head + tail) + Number(count)).toBe(kept.bytesSeen);
            expect(Buffer.byteLength(head + tail)).toBeLessThanOrEqual(limit);
          }
        },
      ),
    );
  });

  it('that are not UTF-8 are replaced, or refused where that was asked for', () => {
    const kept = new HeadAndTail();
    kept.push(Buffer.from([0x61, 0xff]));
    expect(kept.text()).toBe('a\ufffd');
    expect(() => kept.text({ strict: true })).toThrow(TypeError);
  });
});

describe('a long text', () => {
  it('keeps its head and its tail, never half a character', () => {
    const text = '😀'.repeat(10);
    const cut = truncate(text, undefined, 9);
    expect(cut.text).toBe('😀😀😀\n[… 20 bytes left out …]\n😀😀');
    expect(cut.truncated).toEqual({ bytes_seen: 40, bytes_kept: 20 });
    expect(cut.text.isWellFormed()).toBe(true);
  });

  it('is left alone where it is short enough', () => {
    expect(truncate('abc', undefined, 3)).toEqual({ text: 'abc' });
    expect(truncate('abc', 3, 3)).toEqual({ text: 'abc' });
  });
});
