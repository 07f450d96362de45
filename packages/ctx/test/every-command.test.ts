import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands as ctxctlCommands } from '../../ctxctl/src/commands/index.js';
import { ctxctlProgram } from '../../ctxctl/test/repository.js';
import { parse } from '../src/cli/parse.js';
import { resolveCommand } from '../src/cli/resolve.js';
import { readTable } from '../src/cli/shipped.js';
import { commands as ctxCommands } from '../src/commands/index.js';
import { builtFolder, repository, runBuilt } from './built.js';
import { envelopeOf } from './envelope.js';
import { fixturesOf } from './fixture-cases.js';
import { ctxProgram, runIn } from './in-process.js';

const programs = [
  { program: 'ctx', table: readTable(repository), index: ctxCommands, source: ctxProgram },
  {
    program: 'ctxctl',
    table: readTable(builtFolder('ctxctl')),
    index: ctxctlCommands,
    source: ctxctlProgram,
  },
] as const;

describe.each(programs)('every command of $program', ({ program, table, index, source }) => {
  const fixtures = fixturesOf(program);
  const helpSchema = join(builtFolder(program), 'schemas/help.json');

  it('is in the table, and the table has no other', () => {
    expect(table.commands.map(({ name }) => name)).toEqual(Object.keys(index).sort());
  });

  describe.each(table.commands)('$name', ({ name, surface, schema, docs, examples }) => {
    const file = name.replaceAll(' ', '-');

    it('has a docs page', () => {
      expect(existsSync(join(repository, docs ?? 'nowhere'))).toBe(true);
    });

    it('has help in text and in JSON', async () => {
      const words = [...name.split(' '), '--help'];
      const text = await runIn(source(), words);
      const json = await runIn(source(), [...words, '--output-format', 'json']);
      expect(text).toMatchObject({ exitCode: 0, stderr: '' });
      expect(text.stdout).toContain(`Usage: ${program} ${name}`);
      const { commands } = envelopeOf(json, helpSchema).data ?? {};
      expect(commands).toEqual(expect.arrayContaining([expect.objectContaining({ name })]));
    });

    it('has examples that the parser accepts', async () => {
      expect(examples.length).toBeGreaterThan(0);
      for (const { line } of examples) {
        const words = wordsOf(line, program);
        const resolved = resolveCommand(words, Object.keys(index));
        if ('failure' in resolved) throw resolved.failure;
        const load = index[resolved.name];
        if (load === undefined) throw new Error(`no command ${resolved.name}`);
        parse((await load()).default, resolved.rest);
      }
    });

    if (surface === 'clawable') {
      it('has a schema, and a fixture that succeeds and one that fails', () => {
        expect(schema).not.toBeNull();
        expect(existsSync(join(builtFolder(program), 'schemas', `${file}.json`))).toBe(true);
        const cases = fixtures.filter(({ command }) => command === name).flatMap((fixture) => fixture.cases);
        expect(fixtures.filter((fixture) => fixture.file === file)).toHaveLength(1);
        expect(cases.some(({ exit_code }) => exit_code === 0)).toBe(true);
        expect(cases.some(({ exit_code }) => exit_code !== 0)).toBe(true);
      });
    } else {
      // Through the built program: fixtures.test.ts starts the others there.
      it('has no schema, and refuses JSON', async () => {
        expect(schema).toBeNull();
        const answer = await runBuilt(program, [...name.split(' '), '--output-format=json']);
        const code = surface === 'opted-out' ? 'json_opted_out' : 'json_foreign';
        expect(envelopeOf(answer)).toMatchObject({
          command: name,
          exit_code: 1,
          error: { kind: 'parse', code },
        });
      });
    }
  });

  it('has no fixture for a command that does not exist', () => {
    const names = new Set(table.commands.map(({ name }) => name));
    expect(fixtures.filter(({ command }) => !names.has(command))).toEqual([]);
  });
});

/** The words behind the program's name in an example, without the shell's redirections around it. */
function wordsOf(line: string, program: string): string[] {
  const call = new RegExp(`(?:^|[(| ])${program}((?: +(?:"[^"]*"|'[^']*'|[^<>|)"' ]+))*)`).exec(line)?.[1];
  if (call === undefined) throw new Error(`the example does not call ${program}: ${line}`);
  const words = [...call.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
  // A host's own command may name the program before it says how to start it.
  return words.slice(words.indexOf(program) + 1);
}
