import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { colourTerminal, plainTerminal } from '../../test/in-process.js';
import { columns, neutral, styled, wrap } from './terminal.js';

describe('styled', () => {
  it('colours only where colour is wanted, and never nothing', () => {
    expect(styled(colourTerminal, 'red', 'x')).toBe('\u001b[31mx\u001b[39m');
    expect(styled(colourTerminal, 'red', '')).toBe('');
    expect(styled(plainTerminal, 'red', 'x')).toBe('x');
  });
});

describe('columns', () => {
  it('aligns by what is seen, not by escape sequences, and leaves nothing at the end of a line', () => {
    const rows = [
      [styled(colourTerminal, 'red', 'ab'), 'x'],
      ['abcd', 'y'],
      ['e', ''],
    ];
    expect(columns(rows, '> ')).toBe('> \u001b[31mab\u001b[39m    x\n> abcd  y\n> e\n');
  });

  it('makes nothing of no rows', () => {
    expect(columns([])).toBe('');
  });
});

describe('wrap', () => {
  it('breaks at spaces and keeps paragraphs', () => {
    expect(wrap('one two three\n\nfour', 8, ' ')).toBe(' one two\n three\n\n four');
  });

  it('keeps a longer word whole on a line of its own', () => {
    expect(wrap('a loooooooong b', 5)).toBe('a\nloooooooong\nb');
  });
});

describe('neutral', () => {
  it('shows control and bidirectional characters, and keeps tabs and line ends', () => {
    expect(neutral('a\u001b[31m\u0000\u007f\u009b\u202e\tb\n')).toBe('a␛[31m␀<U+007F><U+009B><U+202E>\tb\n');
  });

  it('leaves nothing that a terminal obeys in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(neutral(text)).not.toMatch(/(?![\t\n])[\p{Cc}\p{Bidi_Control}]/u);
      }),
    );
  });
});
