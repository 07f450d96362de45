// Which files are generated, and from what.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import repository from '../../package.json' with { type: 'json' };
import type { Command, CommandIndex } from '../../packages/ctx/src/cli/command.js';
import { type CommandTable, entryOf, globalFlagEntries } from '../../packages/ctx/src/cli/table.js';
import { commands as ctxCommands } from '../../packages/ctx/src/commands/index.js';
import { envelopeSchema } from '../../packages/ctx/src/protocol/envelope-schema.js';
import { commands as ctxctlCommands } from '../../packages/ctxctl/src/commands/index.js';
import { contractConfig } from '../../packages/ctxctl/src/contract/package/config.js';
import { versionsOf } from '../../packages/ctxctl/src/versioned-contracts/versions.js';
import { commandPage, docsIndex } from './docs-pages.js';
import { manPage } from './man-page.js';
import { manifestOf, packageFolders } from './manifests.js';
import { parityPage } from './parity-page.js';
import { schemasPage } from './schemas-page.js';
import { sharedSchemas } from './shared-schemas.js';
import { verifyTypes } from './verify-types.js';

/** Folders that hold nothing but generated files. */
export const generatedFolders = [
  'schemas',
  'schemas/ctxctl',
  'docs/cli',
  'docs/ctxctl',
  'packages/ctx/types',
  'packages/ctx/man',
  'packages/ctxctl/man',
];

export async function generatedFiles(root: string): Promise<Map<string, string>> {
  const ctx = await generateProgram(root, {
    program: 'ctx',
    version: repository.version,
    about: 'see, check and control what your coding agents do',
    index: ctxCommands,
    sources: 'packages/ctx/src/commands',
    schemas: 'schemas',
    docs: 'docs/cli',
  });
  const ctxctl = await generateProgram(root, {
    program: 'ctxctl',
    version: repository.version,
    about: 'test packages on a clean host, audit commits, prepare releases',
    index: ctxctlCommands,
    sources: 'packages/ctxctl/src/commands',
    schemas: 'schemas/ctxctl',
    docs: 'docs/ctxctl',
  });
  const files = new Map([...ctx.files, ...ctxctl.files]);
  for (const { name, says, schema } of sharedSchemas)
    files.set(`schemas/${name}.json`, schemaText(name, says, schema));
  // Beside the contract's own page, so that a reader of sessions needs nothing else. A frozen version has its own already.
  for (const { contract, name, latest, frozen } of versionsOf(root))
    if (contract === 'session' && latest && !frozen)
      files.set(`contracts/session/${name}/records.schema.json`, files.get('schemas/records.json') ?? '');
  const config = 'clean-host-config';
  files.set(
    `schemas/ctxctl/${config}.json`,
    schemaText(
      config,
      'What a package promises on a clean host, for `ctxctl contract clean-host`',
      contractConfig,
    ),
  );
  files.set('packages/ctx/types/verify.d.ts', verifyTypes());
  files.set('packages/ctx/man/ctx.1', manPage(ctx.table));
  files.set('packages/ctxctl/man/ctxctl.1', manPage(ctxctl.table));
  for (const folder of packageFolders) files.set(`${folder}/package.json`, manifestOf(root, folder));
  files.set('SCHEMAS.md', schemasPage(ctx.table, ctx.schemas, sharedSchemas));
  files.set('PARITY.md', parityPage(root, ctx.table, ctxctl.table));
  return files;
}

interface ProgramPlaces {
  readonly program: string;
  readonly version: string;
  readonly about: string;
  readonly index: CommandIndex;
  readonly sources: string;
  readonly schemas: string;
  readonly docs: string;
}

async function generateProgram(root: string, places: ProgramPlaces) {
  const files = new Map<string, string>();
  const schemas = new Map<string, TSchema>();
  const entries: CommandTable['commands'] = [];
  for (const [name, load] of Object.entries(places.index)) {
    const command = (await load()).default;
    if (command.name !== name)
      throw new Error(`the index says ${name}, the declaration says ${command.name}`);
    const file = name.replaceAll(' ', '-');
    if (command.surface === 'clawable') {
      const schema = schemaOf(command);
      schemas.set(name, schema);
      files.set(`${places.schemas}/${file}.json`, schemaText(file, `${places.program} ${name}`, schema));
    }
    const there = (path: string) => (existsSync(join(root, path)) ? path : null);
    entries.push(
      entryOf(command, {
        schema: command.surface === 'clawable' ? `${places.schemas}/${file}.json` : null,
        docs: `${places.docs}/${file}.md`,
        fixture: there(`fixtures/${places.program}/${file}.json`),
        tests: there(testOf(name, places)) ?? there(familyTestOf(name, places)),
      }),
    );
  }
  const table: CommandTable = {
    program: places.program,
    version: places.version,
    about: places.about,
    global_flags: globalFlagEntries(),
    commands: entries.sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
  files.set(`${places.schemas}/commands.json`, `${JSON.stringify(table, null, 2)}\n`);
  for (const entry of table.commands) {
    files.set(`${places.docs}/${entry.name.replaceAll(' ', '-')}.md`, commandPage(table, entry));
  }
  files.set(`${places.docs}/README.md`, docsIndex(table));
  return { files, schemas, table };
}

function testOf(name: string, { sources }: ProgramPlaces): string {
  return `${sources}/${name.replaceAll(' ', '/')}.test.ts`;
}

/** Commands that one factory declares have one test: `decision.test.ts` for `decision add`, `decision list` and so on. */
function familyTestOf(name: string, places: ProgramPlaces): string {
  const [family = name] = name.split(' ');
  return family in places.index ? testOf(name, places) : testOf(family, places);
}

function schemaOf(command: Extract<Command, { surface: 'clawable' }>): TSchema {
  return envelopeSchema({
    command: command.name,
    data: command.returns,
    ...(command.details === undefined ? {} : { details: command.details }),
  });
}

function schemaText(name: string, title: string, schema: TSchema): string {
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:ctx:schema:${name}`,
    title,
    ...schema,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
