// A repository for one test, as ctxctl finds it: a table of commands and a demand log.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandTable, readTable } from '../../ctx/src/kit/command.js';
import type { Program } from '../../ctx/src/kit/program.js';
import { builtFolder, repository } from '../../ctx/test/built.js';
import { temporaryFolder } from '../../ctx/test/folder.js';
import { type Answer, runIn } from '../../ctx/test/in-process.js';
import { programVersion } from '../../ctx/test/program-version.js';
import { commands } from '../src/commands/index.js';
import type { Signal } from '../src/governance/demand-log.js';
import { words } from '../src/words.js';

export const logPath = 'governance/opt-out-demand-log.md';
export const emptyLog = '# Demand log\n\nWords of people.\n\n## Signals\n';

/** The table of ctx, as committed. */
export function ctxTable(): CommandTable {
  return readTable(repository);
}

export function testRepository(log = emptyLog, more: Readonly<Record<string, string>> = {}): string {
  return temporaryFolder({
    'schemas/commands.json': JSON.stringify(ctxTable()),
    [logPath]: log,
    ...more,
  });
}

export function logOf(folder: string): string {
  return readFileSync(join(folder, logPath), 'utf8');
}

export function signal(surface: string, source: string): Signal {
  return { source, surface, use_case: 'automate it', why: 'columns move', date: '2026-11-15' };
}

/** A log that holds these signals and nothing else. */
export function logWith(...signals: readonly Signal[]): string {
  const sections = signals.map(
    ({ source, surface, use_case, why, date }) => `
### ${surface}: ${source}

- Source: ${source}
- Surface: ${surface}
- Use case: ${use_case}
- Why the present output is not enough: ${why}
- Date: ${date}
`,
  );
  return emptyLog + sections.join('');
}

export function ctxctlProgram(): Program {
  return {
    name: 'ctxctl',
    version: programVersion,
    commands,
    words: async () => words,
    shippedFolder: builtFolder('ctxctl'),
  };
}

export function runCtxctl(argv: readonly string[], cwd: string): Promise<Answer> {
  return runIn(ctxctlProgram(), argv, { cwd });
}
