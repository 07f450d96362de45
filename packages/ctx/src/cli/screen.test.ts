import { describe, expect, it } from 'vitest';
import { screenOn } from './screen.js';
import type { Terminal } from './terminal.js';

function screen(place: Partial<Terminal> = {}) {
  const terminal = { interactive: true, colour: false, width: 40, redraws: true, ...place };
  const written: string[] = [];
  return {
    terminal,
    written,
    on: screenOn(
      (text) => written.push(text),
      () => terminal,
    ),
  };
}

describe('a screen', () => {
  it('draws the lines at the end anew below all that stays', () => {
    const { on, written } = screen();
    on.tail(['one', 'two']);
    on.tail(['one', 'two']);
    on.write('stays\n');
    on.tail([]);
    expect(written).toEqual(['one\ntwo\n', '\r\u001b[2A\u001b[Jstays\none\ntwo\n', '\r\u001b[2A\u001b[J']);
  });

  it('cuts each of them to one row, by cells, and keeps its colours', () => {
    const { on, written } = screen({ width: 20, colour: true });
    on.tail(['\u001b[2m漢字漢字漢字漢字漢字漢字\u001b[22m', 'a\tb\nc']);
    expect(written).toEqual(['\u001b[2m漢字漢字漢字漢字漢…\u001b[22m\na b c\n']);
  });

  it('goes up as many rows as they take in a window that became narrower', () => {
    const { on, written, terminal } = screen({ width: 40 });
    on.tail(['x'.repeat(39), 'y']);
    terminal.width = 20;
    on.tail([]);
    expect(written[1]).toBe('\r\u001b[3A\u001b[J');
  });

  it('lets nobody else steer the terminal', () => {
    const { on, written } = screen();
    on.write('a\u001b[2Jb\u202e\n');
    on.tail(['\u001b]0;title\u0007']);
    expect(written.join('')).toBe('a␛[2Jb<U+202E>\n␛]0;title␇\n');
  });

  it('gives a CI’s log only commands of ours', () => {
    const { on, written } = screen({ obeysLines: true });
    on.command('::group::run');
    on.write('::set-output name=x::y\n  ::add-path::/tmp\n##[error]no\nfine :: here\n');
    expect(written).toEqual([
      '::group::run\n',
      ': :set-output name=x::y\n  : :add-path::/tmp\n## [error]no\nfine :: here\n',
    ]);
  });
});
