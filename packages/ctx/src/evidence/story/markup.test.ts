import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escaped, html } from './markup.js';

it('escapes whatever comes from outside, in text and in attributes', () => {
  const evil = `"><script>alert('x')</script>&`;
  expect(html`<p title="${evil}">${evil}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</p>',
  );
});

it('takes its own markup, numbers and lists as they are', () => {
  expect(html`<ul>${[1, 2].map((n) => html`<li>${n}</li>`)}${undefined}</ul>`.text).toBe(
    '<ul><li>1</li><li>2</li></ul>',
  );
});

it('makes characters visible that steer a browser or the direction of text', () => {
  expect(escaped('a\u0000b\u001b[31m\u202ec\u2028\u0085\tkept\n')).toBe(
    'a␀b␛[31m⟨U+202E⟩c⟨U+2028⟩⟨U+0085⟩\tkept\n',
  );
});

it('never lets a character through that could open a tag or end an attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(escaped(text)).not.toMatch(/[<>"']/);
    }),
  );
});
