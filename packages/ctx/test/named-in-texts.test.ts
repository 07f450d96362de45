// What an installed program tells people to look at is there: pages of the docs, commands, no files of the repository.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageNames, readTable } from '../src/cli/shipped.js';
import { builtFolder, type ProgramName } from './built.js';

/** Every file of a built program that holds words for people: code, schemas, prompts; not the pages themselves. */
function textsOf(program: ProgramName): (readonly [file: string, text: string])[] {
  const folder = builtFolder(program);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(?:c?js|json|md|html|mjs)$/.test(name) && !/^(?:docs|compiled|lib)\//.test(name))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
}

/** The table names each command's proofs in the repository; they are no help. */
function withoutProofs(name: string, text: string): string {
  return name === 'schemas/commands.json'
    ? text.replace(/^ *"(?:schema|docs|fixture|tests)": .*$/gm, '')
    : text;
}

describe.each(['ctx', 'ctxctl'] as const)('the texts of %s', (program) => {
  const texts = textsOf(program).map(([name, text]) => [name, withoutProofs(name, text)] as const);

  it('point at no page or folder of the repository', () => {
    const pointing = texts.flatMap(([name, text]) =>
      [
        ...text.matchAll(
          /(?<![\w./-])(?:docs\/[\w-]+\.md|(?:docs\/cli|contracts|fixtures|examples)\/[\w./-]+)/g,
        ),
      ].map(([found]) => `${name}: ${found}`),
    );
    expect(pointing).toEqual([]);
  });

  it('name only pages that ctx docs has', () => {
    const pages = pageNames(builtFolder());
    const named = texts.flatMap(([, text]) => [...text.matchAll(/ctx docs ([a-z][a-z-]+)/g)]);
    expect(named.length).toBeGreaterThan(program === 'ctx' ? 10 : -1);
    expect(named.map(([, page = '']) => page).filter((page) => !pages.includes(page))).toEqual([]);
  });

  it('name only commands that there are', () => {
    const starts = (of: ProgramName) =>
      readTable(builtFolder(of)).commands.flatMap(({ name }) => [name, name.split(' ')[0] ?? name]);
    const known = { ctx: new Set(starts('ctx')), ctxctl: new Set(starts('ctxctl')) };
    // A backtick in a sentence, not one that begins a text of the code.
    const unknown = texts.flatMap(([name, text]) =>
      [
        ...text.matchAll(
          /(?:(?<!return |: |\? |\()(?<=[\w.,:;)] )|\\)`(ctx|ctxctl) ([a-z][a-z-]*)(?=[ `\\])(?! not )/g,
        ),
      ].flatMap(([found, of, word = '']) =>
        known[of === 'ctx' ? 'ctx' : 'ctxctl'].has(word) ? [] : [`${name}: ${found}`],
      ),
    );
    expect(unknown).toEqual([]);
  });
});
