import { expect, it } from 'vitest';
import { html } from '../../story/markup.js';
import { painted } from './ansi.js';
import { markdown } from './markdown.js';

const shown = (text: string) => markdown(text).text;
const coloured = (text: string) => html`${painted(text)}`.text;

it.each([
  ['# A *b*', '<p class="h1">A <em>b</em></p>'],
  ['a\nb', '<p>a<br>b</p>'],
  ['```ts\nlet a = "<b>";\n```\nafter', '<pre>let a = &quot;&lt;b&gt;&quot;;</pre><p>after</p>'],
  [
    '> a\n> > b',
    '<blockquote><div class="md"><p>a</p><blockquote><div class="md"><p>b</p></div></blockquote></div></blockquote>',
  ],
  [
    '- [x] a\n  - b',
    '<ul class="items"><li class="in0"><span class="mark">☑</span><span>a</span></li><li class="in1"><span class="mark">•</span><span>b</span></li></ul>',
  ],
  ['``a`b``', '<p><code>a`b</code></p>'],
  ['2 * 3 * 4 and a_b_c', '<p>2 * 3 * 4 and a_b_c</p>'],
  ['[a](javascript:1)', '<p>[a](javascript:1)</p>'],
  ['[a](https://b.example/" onclick=1)', '<p>[a](https://b.example/&quot; onclick=1)</p>'],
  ['<script>x</script>', '<p>&lt;script&gt;x&lt;/script&gt;</p>'],
  ['***', '<hr>'],
])('shows %j', (text, expected) => expect(shown(text)).toBe(`<div class="md">${expected}</div>`));

it('shows where a link leads, whatever it says', () => {
  expect(shown('[https://good.example](https://evil.example)')).toContain('(https://evil.example)');
});

it.each([
  '*',
  '**',
  '`',
  '``',
  '[',
  '](',
  '[a](',
  '> ',
  '- ',
  '|',
  '# ',
  '~~',
  '![',
  '[[]](https://a.example)',
  '*a',
  '** a',
  '|-|\n',
])('reads a text of nothing but %j in time that grows with its length', (piece) => {
  // Work that grows with the square of it would not end within the test's own time.
  expect(shown(piece.repeat(Math.ceil(400_000 / piece.length))).length).toBeGreaterThan(0);
});

it('paints colours, and leaves everything else that steers a terminal to be seen', () => {
  expect(coloured('a\u001b[1;31mb\u001b[0mc')).toBe('a<span class="t-bold c1">b</span>c');
  expect(coloured('\u001b[38;5;196mx\u001b[38;2;0;255;0my\u001b[m')).toBe(
    '<span class="c9">x</span><span class="c10">y</span>',
  );
  expect(coloured('\u001b[7mx')).toBe('<span class="g7">x</span>');
  expect(coloured('\u001b[31m<b>\u001b[2J\u001b]0;t\u0007')).toBe(
    '<span class="c1">&lt;b&gt;␛[2J␛]0;t␇</span>',
  );
  expect(coloured('\u001b[8mhidden')).toBe('hidden');
});
