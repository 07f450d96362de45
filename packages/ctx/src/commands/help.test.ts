import { describe, expect, it } from 'vitest';
import { builtFolder } from '../../test/built.js';
import { envelopeOf } from '../../test/envelope.js';
import { runCtx, runIn } from '../../test/in-process.js';
import { readTable } from '../cli/shipped.js';
import { words } from '../cli/words.js';
import help from './help.js';

const json = ['--output-format', 'json'];

describe('help', () => {
  it('lists the ten commands to start with, in that order, and how to see the rest', async () => {
    const { stdout } = await runCtx(['help']);
    const ten = 'run, resume, list-sessions, report, verify, replay, init, brief, scan-repo, doctor'.split(
      ', ',
    );
    const listed = [...stdout.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(([, name]) => name);
    expect(listed).toEqual(ten);
    expect(stdout).toContain('ctx help --all');
    expect(await runCtx([])).toEqual(await runCtx(['help']));
    expect(await runCtx(['--help'])).toEqual(await runCtx(['help']));
  });

  it('lists every command of the table once, with --all', async () => {
    const { stdout } = await runCtx(['help', '--all']);
    for (const { name, summary } of readTable(builtFolder()).commands) {
      expect(
        stdout.split('\n').filter((line) => line.startsWith(`  ${name} `) && line.endsWith(summary)),
      ).toHaveLength(1);
    }
  });

  it('is the whole table in JSON', async () => {
    const table = readTable(builtFolder());
    const { data } = envelopeOf(await runCtx(['help', ...json]));
    expect(data).toEqual({ ...table, first: expect.arrayContaining(['run', 'doctor']) });
    expect(envelopeOf(await runCtx(['help', '--all', ...json])).data).toEqual(table);
  });

  it('explains one command', async () => {
    expect((await runCtx(['help', 'commands'])).stdout).toContain('Usage: ctx commands [FLAGS]');
    expect(envelopeOf(await runCtx(['help', 'commands', ...json])).data).toMatchObject({
      commands: [{ name: 'commands', surface: 'opted-out' }],
    });
  });

  it('says that a command does not exist, and which is the nearest', async () => {
    expect(envelopeOf(await runCtx(['help', 'sysinof', ...json]))).toMatchObject({
      error: {
        kind: 'command_not_found',
        code: 'command_not_found',
        hint: 'Did you mean `ctx help sysinfo`?',
      },
      name: 'sysinof',
      found: false,
    });
  });
});

describe('help on a group', () => {
  const ctxctl = {
    name: 'ctxctl',
    version: '0.1.0',
    commands: {
      help: async () => ({ default: help }),
      'demand add': () => Promise.reject(new Error('unused')),
    },
    words: async () => words,
    shippedFolder: builtFolder('ctxctl'),
  };

  it.each([[['help', 'demand']], [['demand', '--help']], [['--help', 'demand']]])(
    'lists its members: %j',
    async (argv) => {
      const { stdout, exitCode } = await runIn(ctxctl, argv);
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(/demand add .*\n {2}demand audit .*\n {2}demand list /);
      expect(stdout).not.toContain('version  ');
    },
  );

  it('shows the page of a command that is itself a group, and its members below', () => {
    const table = readTable(builtFolder('ctxctl'));
    const [first, ...others] = table.commands.filter(({ name }) => name.startsWith('demand'));
    if (first === undefined) throw new Error('there is no such command');
    const text = help.render(
      { ...table, commands: [{ ...first, name: 'demand' }, ...others] },
      { interactive: false, colour: false, width: 100 },
      () => 0,
    );
    expect(text).toMatch(/^ctxctl demand: /);
    expect(text).toMatch(/\n {2}ctxctl demand list {2}/);
    expect(text.match(/^Usage: /gm)).toHaveLength(1);
  });
});
