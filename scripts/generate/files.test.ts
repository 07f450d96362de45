import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CommandTable, entryOf, globalFlagEntries } from '../../packages/ctx/src/cli/table.js';
import commandsCommand from '../../packages/ctx/src/commands/commands.js';
import sysinfo from '../../packages/ctx/src/commands/sysinfo.js';
import { envelopeSchema } from '../../packages/ctx/src/protocol/envelope-schema.js';
import { repository } from '../../packages/ctx/test/built.js';
import { problems } from '../../packages/ctx/test/envelope.js';
import { commandPage, docsIndex, jsonOutput } from './docs-pages.js';
import { generatedFiles, generatedFolders } from './files.js';
import { schemasPage } from './schemas-page.js';
import { sharedSchemas } from './shared-schemas.js';

const files = await generatedFiles(repository);
const proofs = { schema: null, docs: null, fixture: null, tests: null };

function tableOf(...commands: CommandTable['commands']): CommandTable {
  return {
    program: 'ctx',
    version: '0.1.0',
    about: 'this and that',
    global_flags: globalFlagEntries(),
    commands,
  };
}

function parsed(path: string) {
  return JSON.parse(files.get(path) ?? '');
}

describe('the generated files', () => {
  it('are those that are committed', () => {
    const stale = [...files].filter(([path, text]) => readFileSync(join(repository, path), 'utf8') !== text);
    expect(stale.map(([path]) => path)).toEqual([]);
  });

  it('lie in folders of their own, apart from a few that are named here', () => {
    const outside = [...files.keys()].filter(
      (path) => !generatedFolders.includes(path.slice(0, path.lastIndexOf('/'))),
    );
    expect(outside.filter((path) => !path.startsWith('contracts/session/'))).toEqual([
      'packages/ctx/package.json',
      'packages/ctxctl/package.json',
      'SCHEMAS.md',
      'PARITY.md',
    ]);
  });

  it.each([
    ['schemas', 'docs/cli'],
    ['schemas/ctxctl', 'docs/ctxctl'],
  ])('agree with each other: %s and %s', (schemas, docs) => {
    const table: CommandTable = parsed(`${schemas}/commands.json`);
    expect(problems(join(repository, 'schemas/command-table.json'), table)).toEqual([]);
    for (const { name, surface, schema, docs: page, flags, summary } of table.commands) {
      const file = name.replaceAll(' ', '-');
      expect(page).toBe(`${docs}/${file}.md`);
      const text = files.get(`${docs}/${file}.md`) ?? '';
      for (const { name } of flags) expect(text).toMatch(new RegExp(`\`(-\\w, )?--${name}\\b`));
      expect(files.get(`${docs}/README.md`)).toContain(
        `[\`${name}\`](${file}.md) | ${summary} | ${jsonOutput[surface]} |`,
      );
      expect(schema).toBe(surface === 'clawable' ? `${schemas}/${file}.json` : null);
      // The table itself is schemas/commands.json, so the command of that name can have no schema there.
      if (name !== 'commands') expect(files.has(`${schemas}/${file}.json`)).toBe(surface === 'clawable');
      if (surface !== 'clawable') continue;
      expect(text).toContain(`[${schema}](../../${schema})`);
      expect(parsed(`${schemas}/${file}.json`)).toMatchObject({ title: `${table.program} ${name}` });
      if (schemas === 'schemas') expect(files.get('SCHEMAS.md')).toContain(`## \`${name}\`\n`);
    }
  });

  it('link to pages that are there', () => {
    for (const [path, text] of files) {
      if (!path.endsWith('.md')) continue;
      for (const [, target = ''] of text.matchAll(/\]\(([^)#]+)\)/g)) {
        const there = join(repository, path, '..', target);
        expect(() => readFileSync(there), `${path} links to ${target}`).not.toThrow(/ENOENT/);
      }
    }
  });
});

describe('a flag that is renamed in the table', () => {
  const { query, ...others } = commandsCommand.flags;
  const renamed = entryOf({ ...commandsCommand, flags: { search: query, ...others } }, proofs);
  const before = entryOf(commandsCommand, proofs);

  it('is renamed in the table’s JSON and on the docs page', () => {
    expect(JSON.stringify(before)).toContain('"name":"query"');
    expect(JSON.stringify(renamed)).not.toContain('"name":"query"');
    expect(commandPage(tableOf(before), before)).toContain('`--query TEXT`');
    const page = commandPage(tableOf(renamed), renamed);
    expect(page).toContain('`--search TEXT`');
    expect(page).not.toContain('`--query');
  });
});

describe('a field that is added to what a command returns', () => {
  it('is in its schema and in SCHEMAS.md', () => {
    const entry = { ...entryOf(sysinfo, proofs), schema: 'schemas/sysinfo.json' };
    const schema = envelopeSchema({ command: 'sysinfo', data: sysinfo.returns, details: sysinfo.returns });
    const page = schemasPage(tableOf(entry), new Map([['sysinfo', schema]]), sharedSchemas);
    expect(page).toContain('| `memory.facts.some_avg10` | number |');
    expect(page).toContain('| `level` | `ok`, `warning`, `danger` |');
    expect(page).toContain('`error.details`:');
    expect(schemasPage(tableOf(entry), new Map(), sharedSchemas)).not.toContain('some_avg10');
  });
});

it('the list of commands keeps a bar in a summary out of the table’s columns', () => {
  const entry = { ...entryOf(sysinfo, proofs), summary: 'a | b' };
  expect(docsIndex(tableOf(entry))).toContain('a \\| b');
});
