// The lines of shell that README.md and the pages of docs/ show.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../built.js';

export interface DocumentedLine {
  readonly page: string;
  /** Without its comment and the prompt before it; continued lines are one. */
  readonly line: string;
}

export const pages: readonly string[] = [
  'README.md',
  ...readdirSync(join(repository, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .sort(),
];

export function linesOf(page: string): DocumentedLine[] {
  const text = readFileSync(join(repository, page), 'utf8');
  const blocks = Array.from(text.matchAll(/^```(\w+)\n(.*?)^```$/gms), ([, language = '', code = '']) => ({
    language,
    code: code.replaceAll('\\\n', ''),
  }));
  return blocks
    .filter(({ language }) => /^(?:sh|bash|shell|console)$/.test(language))
    .flatMap(({ language, code }) => {
      const lines = code.split('\n');
      // A console shows answers as well; what was typed stands behind a $.
      return language === 'console'
        ? lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2))
        : lines;
    })
    .map((line) => ({ page, line: withoutComment(line) }))
    .filter(({ line }) => line !== '');
}

/** A # inside of quotes or of a word is none. */
function withoutComment(line: string): string {
  return (/^(?:"[^"]*"|'[^']*'|[^"'#\s]+#?|\s+(?!#))*/.exec(line)?.[0] ?? '').trim();
}

/** What every call of a program in a line is given: `git diff | ctx "review this"` has one of ctx. */
export function callsIn(line: string, program: string): string[][] {
  const word = `"[^"]*"|'[^']*'|[^\\s"'|&;()<>]+`;
  const call = new RegExp(`(?:^|[(|&;'] *|npx )${program}((?: +(?:${word})+)*)(?=$|[\\s|&;)<>'])`, 'g');
  return Array.from(line.matchAll(call), ([, words = '']) => wordsIn(words));
}

export function wordsIn(text: string): string[] {
  return Array.from(text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"']+)+/g), ([whole]) =>
    whole.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
}

/** Only a program and its words: no pipe, no variable, nothing that a shell would have to do. */
export function isPlainCall(line: string): boolean {
  return /^ctx( |$)/.test(line) && !/[|&;<>`$]|(^|\s)~/.test(line.replace(/'[^']*'|"[^"$`]*"/g, ''));
}
