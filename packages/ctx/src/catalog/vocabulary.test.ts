import { describe, expect, it } from 'vitest';
import { normalTag, tagOf, wordsOf, wordsOfName } from './vocabulary.js';

describe('text as terms', () => {
  it.each([
    ['Write the END-TO-END tests, please', ['write', 'end-to-end', 'end', 'end', 'test', 'please']],
    ['next.js and C++ queries', ['next.js', 'next', 'js', 'c++', 'query']],
    ['class status redis', ['class', 'status', 'redis']],
    ['', []],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('takes names apart at their capitals too', () => {
    expect(wordsOfName('XcodeBuild')).toEqual(['xcodebuild', 'xcode', 'build']);
    expect(wordsOfName('plain')).toEqual(['plain']);
  });

  it('knows what people mean', () => {
    expect([tagOf('k8s'), tagOf('postgres'), tagOf('zebra'), tagOf('constructor')]).toEqual([
      'kubernetes',
      'postgresql',
      'zebra',
      'constructor',
    ]);
    expect([normalTag(' Web Search '), normalTag('golang'), normalTag('!!')]).toEqual([
      'web-search',
      'go',
      undefined,
    ]);
  });
});
