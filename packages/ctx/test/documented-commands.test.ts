// Every line of shell in README.md and docs/*.md: taken by the parser, and run in a project, or excused with a reason.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ctxctlProgram } from '../../ctxctl/test/repository.js';
import { parse } from '../src/cli/parse.js';
import type { Program } from '../src/cli/program.js';
import { resolveCommand } from '../src/cli/resolve.js';
import { repository } from './built.js';
import { callsIn, linesOf, pages } from './documented/lines.js';
import { notRun, ownTests } from './documented/not-run.js';
import { excuseOf, failureOn, toRun } from './documented/run-page.js';
import { ctxProgram } from './in-process.js';

const all = pages.flatMap(linesOf);

describe('every call in the docs', () => {
  it.each([
    ['ctx', ctxProgram],
    ['ctxctl', ctxctlProgram],
  ] as const)('of %s is one that its parser takes', async (name, program) => {
    const calls = all.flatMap(({ page, line }) =>
      callsIn(line, name)
        .filter((words) => !words.includes('$@'))
        .map((words) => ({ page, line, words })),
    );
    expect(calls.length).toBeGreaterThan(20);
    for (const { page, line, words } of calls)
      await expect(parsed(program(), words), `${page}: ${line}`).resolves.not.toThrow();
  });

  it('is run on its page, by a test of the page’s own, or excused', () => {
    const excuses = Object.entries(notRun).flatMap(([page, excused]) =>
      excused.map(({ line }) => `${page}: ${line}`),
    );
    const used = new Set(all.map((line) => `${line.page}: ${excuseOf(line)?.line}`));
    expect(excuses.filter((excuse) => !used.has(excuse))).toEqual([]);
    for (const [page, test] of Object.entries(ownTests))
      expect(readFileSync(join(repository, test), 'utf8'), test).toContain(page);
    for (const { because } of Object.values(notRun).flat())
      for (const [name = ''] of because.matchAll(/[\w/.-]+\.test\.ts/g))
        expect(
          [`packages/ctx/test/${name}`, name].some((path) => existsSync(join(repository, path))),
          name,
        ).toBe(true);
  });
});

async function parsed({ commands }: Program, words: readonly string[]): Promise<void> {
  // Bare `ctx` is help or a conversation.
  if (words.length === 0) return;
  const resolved = resolveCommand(words, Object.keys(commands));
  if ('failure' in resolved) throw resolved.failure;
  const loaded = await commands[resolved.name]?.();
  if (loaded === undefined) throw new Error(`no command ${resolved.name}`);
  parse(loaded.default, resolved.rest);
}

it.each(pages.filter((page) => !(page in ownTests) && toRun(page).length > 0))('%s', async (page) => {
  expect(await failureOn(page)).toBeUndefined();
});
