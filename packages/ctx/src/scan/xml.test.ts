import { expect, it } from 'vitest';
import { elementsOf } from './xml.js';

const summary = (xml: string) => elementsOf(xml)?.map(({ path, line, text }) => [path, line, text.trim()]);

it('elements have their path, the line that they open in, their text and attributes', () => {
  const xml =
    '\ufeff<?xml version="1.0"?>\r\n<!-- a -->\n<a>\n  <b\n    c="1" d=\'x &amp; y\'/>\n<b>t&lt;<![CDATA[<u>]]></b></a>\n';
  expect(summary(xml)).toEqual([
    ['a', 3, ''],
    ['a/b', 4, ''],
    ['a/b', 6, 't<<u>'],
  ]);
  expect(elementsOf(xml)?.[1]?.attributes).toEqual({ c: '1', d: 'x & y' });
});

it.each([
  ['an element that does not close', '<a><b></a>'],
  ['two roots', '<a/><b/>'],
  ['no element', 'text'],
  ['an entity that nobody declares', '<a>&b;</a>'],
  ['nesting beyond any real file', '<a>'.repeat(201) + '</a>'.repeat(201)],
])('%s makes the whole file unreadable', (_, xml) => {
  expect(elementsOf(xml)).toBeUndefined();
});

it('entities of a document type are left as they are: none is multiplied or fetched', () => {
  const declared = `<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c SYSTEM "file:///etc/passwd">`;
  expect(summary(`<!DOCTYPE p [${declared}]><p>&b;&c;</p>`)).toEqual([['p', 1, '&b;&c;']]);
});

it('names that JavaScript gives a meaning to are names like any other', () => {
  const [root, child] = elementsOf('<p constructor="1"><__proto__/></p>') ?? [];
  expect([root?.attributes['constructor'], root?.attributes['toString'], child?.path]).toEqual([
    '1',
    undefined,
    'p/__proto__',
  ]);
});
