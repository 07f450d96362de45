import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inScratch } from './fixtures/scratch.js';
import { type LineLimits, readLines } from './lines.js';
import { linesFromEnd } from './lines-from-end.js';

describe('lines', () => {
  it('end at LF alone, whatever else looks like a line break', () => {
    const text = 'a\rb\u2028c\u2029d\u0085e\r\nf\n\n';
    expect(linesOf(text).map(({ text }) => text)).toEqual(['a\rb\u2028c\u2029d\u0085e\r', 'f', '']);
  });

  it('say where they begin and whether the last one lacks its LF', () => {
    expect(linesOf('ab\n\ncdé\nxy')).toEqual([
      { offset: 0, length: 2, text: 'ab', ended: true },
      { offset: 3, length: 0, text: '', ended: true },
      { offset: 4, length: 4, text: 'cdé', ended: true },
      { offset: 9, length: 2, text: 'xy', ended: false },
    ]);
    expect(linesOf('')).toEqual([]);
  });

  it('are the same in chunks of any size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 9 })),
        fc.integer({ min: 1, max: 20 }),
        (parts, chunkBytes) => {
          const text = parts.join('\n');
          const lines = linesOf(text, { chunkBytes });
          const rejoined = lines.map((line) => `${line.text}${line.ended ? '\n' : ''}`).join('');
          expect(rejoined).toBe(Buffer.from(text).toString());
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are told of but not held when they are too long, and the next one is whole again', () => {
    const text = `ok\n${'x'.repeat(100)}\nfine\n${'y'.repeat(50)}`;
    expect(linesOf(text, { chunkBytes: 8, longestLine: 20 })).toEqual([
      { offset: 0, length: 2, text: 'ok', ended: true },
      { offset: 3, length: 100, text: '', fault: 'too_long', ended: true },
      { offset: 104, length: 4, text: 'fine', ended: true },
      { offset: 109, length: 50, text: '', fault: 'too_long', ended: false },
    ]);
  });

  it('that are not UTF-8 are told of, and the others are whole', () => {
    const text = Buffer.from('añb\nx?y\né\nq');
    text[text.indexOf('?')] = 0xff;
    expect(linesOf(text)).toEqual([
      { offset: 0, length: 4, text: 'añb', ended: true },
      { offset: 5, length: 3, text: '', fault: 'invalid_utf8', ended: true },
      { offset: 9, length: 2, text: 'é', ended: true },
      { offset: 12, length: 1, text: 'q', ended: false },
    ]);
  });
});

describe('lines from the end', () => {
  it('come last first, without what follows the last LF', () => {
    expect(fromEnd('a\nbc\n\nd\ntorn')).toEqual({ lines: ['d', '', 'bc', 'a'], toBeginning: true });
    expect(fromEnd('torn')).toEqual({ lines: [], toBeginning: true });
    expect(fromEnd('')).toEqual({ lines: [], toBeginning: true });
    expect(fromEnd('\n')).toEqual({ lines: [''], toBeginning: true });
  });

  it('reach back as far as they are allowed to, and say whether that was the beginning', () => {
    const long = Array.from({ length: 3000 }, (_, i) => `line ${i}`);
    const text = `${long.join('\n')}\n`;
    expect(fromEnd(text)).toEqual({ lines: long.toReversed(), toBeginning: true });
    const part = fromEnd(text, 20_000);
    expect(part.toBeginning).toBe(false);
    expect(part.lines).toEqual(long.toReversed().slice(0, part.lines.length));
    expect(part.lines.length).toBeGreaterThan(1500);
  });

  it('find a last line that is longer than the first look', () => {
    const long = 'x'.repeat(100_000);
    expect(fromEnd(`a\n${long}\n`).lines).toEqual([long, 'a']);
    expect(fromEnd(`a\n${long}`).lines).toEqual(['a']);
    expect(fromEnd(`a\n${long}\n`, 50_000)).toEqual({ lines: [], toBeginning: false });
  });

  it('are the lines of the whole file, backwards', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 30_000 }), { maxLength: 5 }), (parts) => {
        const text = parts.join('\n');
        const whole = linesOf(text).filter(({ ended }) => ended);
        expect(fromEnd(text).lines).toEqual(whole.map((line) => line.text).toReversed());
      }),
      { numRuns: 40 },
    );
  });
});

function withFile<T>(text: string | Buffer, use: (descriptor: number) => T): T {
  return inScratch((folder) => {
    const path = join(folder, 'lines');
    writeFileSync(path, text);
    const descriptor = openSync(path, 'r');
    try {
      return use(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}

/** Also sees that each line’s bytes are where it says, when it is read. */
function linesOf(text: string | Buffer, limits?: LineLimits) {
  return withFile(text, (descriptor) =>
    Array.from(readLines(descriptor, limits), ({ fault, chunk, start, ...line }) => {
      if (fault === undefined) expect(chunk.toString('utf8', start, start + line.length)).toBe(line.text);
      return fault ? { ...line, fault } : line;
    }),
  );
}

function fromEnd(text: string, furthest = 1 << 20) {
  return withFile(text, (descriptor) => {
    const lines: string[] = [];
    const found = linesFromEnd(descriptor, Buffer.byteLength(text), furthest);
    for (let next = found.next(); ; next = found.next()) {
      if (next.done) return { lines, toBeginning: next.value };
      lines.push(next.value.toString());
    }
  });
}
