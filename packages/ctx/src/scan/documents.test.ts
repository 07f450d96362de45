import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutBlockComments, withoutComments } from './comments.js';
import { parseJson, parseToml, parseYaml } from './documents.js';

describe('JSON of strangers', () => {
  it('may have comments, commas too many and a byte order mark', async () => {
    const text = '\uFEFF// a\n{ /* b */ "x": "// no /* comment */", "y": [1, 2,], }';
    expect(await parseJson(text)).toEqual({ value: { x: '// no /* comment */', y: [1, 2] } });
  });

  it('that is broken is a problem with its line', async () => {
    expect(await parseJson('{\n"a": 1\n"b"')).toEqual({ problem: 'not valid JSON: broken in line 3' });
    expect(await parseJson('')).toEqual({ problem: 'not valid JSON: broken in line 1' });
  });

  it('means the same after its comments are taken out, whatever its strings hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(withoutComments(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('keeps its lines where comments were', () => {
    expect(withoutComments('/* a\nb */1')).toBe('    \n    1');
    expect(withoutBlockComments('a/* b\nc */d/*\n')).toBe('a\nd/*\n');
  });

  it('loses a comma before a bracket, also with a comment between, and none in a string', () => {
    expect(withoutComments('[1, // x\n]')).toBe('[1      \n]');
    expect(withoutComments('{"a,]": [",", 1,/**/], }')).toBe('{"a,]": [",", 1     ]  }');
    expect(withoutComments('[,1]')).toBe('[,1]');
  });

  it.each([
    ['strings that never end', '{"a": "', '\\"'],
    ['comments that never end', '{ ', '/* '],
    ['commas before nothing', '[', ', '],
  ])('is not slowed down by %s', async (_, start, again) => {
    expect(await parseJson(start + again.repeat(1_000_000))).toHaveProperty('problem');
  });
});

describe('TOML and YAML of strangers', () => {
  it('are problems with words when they are broken', async () => {
    expect(await parseToml('a = ')).toEqual({ problem: expect.stringMatching(/^not valid TOML: /) });
    expect(await parseYaml('a: [')).toEqual({ problem: expect.stringMatching(/^not valid YAML: /) });
    expect(await parseYaml('a: !!js/function x')).toEqual({
      problem: expect.stringMatching(/^not valid YAML: /),
    });
  });

  it('give every document of a stream', async () => {
    expect(await parseYaml('a: 1\n---\nb: 2\n')).toEqual({ value: [{ a: 1 }, { b: 2 }] });
    expect(await parseYaml('a: &a {x: 1}\nb:\n  <<: *a\n')).toEqual({
      value: [{ a: { x: 1 }, b: { x: 1 } }],
    });
    expect(await parseToml('[a]\nb = 1\n')).toEqual({ value: { a: { b: 1 } } });
  });
});
