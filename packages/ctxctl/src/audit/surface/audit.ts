// The audit of the surface: what commands, flags and behaviours a range of commits adds, changes or removes, and whether
// each is told where people look for it.

import type { CommandTable } from '../../../../ctx/src/kit/command.js';
import { failShared } from '../../../../ctx/src/kit/failures.js';
import type { Audit } from '../conduct.js';
import { fileAt, filesAt, forkPoint, pathsAt } from '../git.js';
import { type AnswerChanged, type SurfaceChange, surfaceChanges } from './changes.js';
import { gapsOf, type Pages } from './documentation-gaps.js';

const tablePath = 'schemas/commands.json';
const changelogPath = 'CHANGELOG.md';

export const surfaceAudit: Audit = {
  kind: 'surface',
  needsCleanTree: true,
  examine(root, range) {
    const base = forkPoint(root, range);
    const before = tableAt(root, base);
    const after = tableAt(root, range.to);
    const changes = surfaceChanges(before, after, answersChanged(root, base, range.to, after));
    const pages = pagesAt(root, base, range.to, after);
    const findings = changes.flatMap((change) =>
      gapsOf(change, pages).map((gap) => `${changeWords(change)}: ${gap}`),
    );
    const all = changes.map((change) => `- ${changeWords(change)}\n`).join('');
    return {
      title: 'Surface audit',
      findings,
      notes: `## Changes\n\n${all === '' ? 'None: the table of commands says the same before and after.\n' : all}`,
    };
  },
};

function changeWords({ verb, what, command, name }: SurfaceChange): string {
  if (what === 'command') return `${verb} command \`ctx ${command}\``;
  return `${verb} ${what} \`${name}\` of \`ctx ${command}\``;
}

function tableAt(root: string, commit: string): CommandTable | undefined {
  const text = fileAt(root, commit, tablePath);
  if (text === undefined) return undefined;
  try {
    const table: CommandTable = JSON.parse(text);
    if (!Array.isArray(table.commands)) throw new TypeError('it lists no commands');
    return table;
  } catch (cause) {
    const reason = 'it is not a table of commands';
    throw failShared('file_unreadable', {
      operation: 'parse',
      target: `${commit}:${tablePath}`,
      reason,
      cause,
    });
  }
}

function answersChanged(
  root: string,
  base: string,
  to: string,
  table: CommandTable | undefined,
): AnswerChanged {
  const schemas = new Map((table?.commands ?? []).map(({ name, schema }) => [name, schema]));
  const paths = [...schemas.values()].filter((path) => path !== null);
  const [older, newer] = [filesAt(root, base, paths), filesAt(root, to, paths)];
  return (command) => {
    const path = schemas.get(command) ?? '';
    return older.has(path) && newer.has(path) && older.get(path) !== newer.get(path);
  };
}

function pagesAt(root: string, base: string, to: string, table: CommandTable | undefined): Pages {
  const paths = pathsAt(root, to);
  const texts = (wanted: (path: string) => boolean) => filesAt(root, to, paths.filter(wanted));
  const commands = new Map((table?.commands ?? []).map((entry) => [entry.name, entry]));
  const old = new Set((fileAt(root, base, changelogPath) ?? '').split('\n'));
  const generated = /^docs\/(cli|ctxctl)\//;
  const pages = texts((path) => path.startsWith('docs/cli/'));
  return {
    docs: new Map([...pages].map(([path, text]) => [/^# `ctx (.+)`$/m.exec(text)?.[1] ?? path, text])),
    recipes: texts((path) => /^docs\/.*\.md$/.test(path) && !generated.test(path)),
    skills: texts((path) => /(^|\/)SKILL\.md$/.test(path)),
    examples: texts((path) => /^examples\/.*\.(md|sh|ya?ml|txt)$/.test(path)),
    changelog: (fileAt(root, to, changelogPath) ?? '').split('\n').filter((line) => !old.has(line)),
    commands,
  };
}
