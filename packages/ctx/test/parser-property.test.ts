import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommandIndex } from '../src/cli/command.js';
import { readTable } from '../src/cli/shipped.js';
import { commands } from '../src/commands/index.js';
import { fail } from '../src/protocol/codes.js';
import { builtFolder, repository, runBuilt } from './built.js';
import { envelopeOf } from './envelope.js';
import { temporaryFolder } from './folder.js';
import { ctxProgram, runIn } from './in-process.js';

const table = readTable(repository);
const flags = [...table.global_flags, ...table.commands.flatMap((entry) => entry.flags)];
const flagWords = [...new Set(flags.map(({ name }) => `--${name}`))];
const stackTrace = /\n\s+at .*:\d+:\d+|node:internal|Error: /;

const oddWords = [
  '',
  '-',
  '--',
  '---',
  '-x',
  '-h',
  '-V',
  '--version',
  '=',
  '--=',
  '--=x',
  '-1',
  '0',
  '1e9',
  'NaN',
];
const trapWords = [
  '__proto__',
  '--__proto__',
  'constructor',
  '--toString=1',
  '--no-limit',
  '--help=no',
  '\u202e',
  '\u001b[2J',
];
const realWords = [
  ...table.commands.flatMap(({ name }) => name.split(' ')),
  ...flagWords,
  'sysinof',
  '--limti',
];

/** One word of a line. `--` is rare, so that what stands behind it does not hide the rest. */
const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...realWords) },
  { weight: 2, arbitrary: fc.constantFrom(...oddWords, ...trapWords) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...flagWords), fc.string())
      .map(([flag, value]) => `${flag}=${value}`),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
);
const line = fc
  .tuple(
    fc.option(fc.constantFrom(...table.commands.map(({ name }) => name.split(' '))), { nil: [] }),
    fc.array(word, { maxLength: 6 }),
  )
  .map(([command, rest]) => [...command, ...rest]);

/** The line with a wish for JSON somewhere before its `--`, and no other wish for a format. */
const jsonLine = fc
  .tuple(line, fc.nat(), fc.constantFrom(['--output-format', 'json'], ['--output-format=json']))
  .map(([words, place, wish]) => {
    const own = words.filter((each) => !/^--(output-format|envelope-version|jq)/.test(each));
    const end = own.includes('--') ? own.indexOf('--') : own.length;
    return own.toSpliced(place % (end + 1), 0, ...wish);
  });

/** They go on until somebody ends them. */
const servers: ReadonlySet<string> = new Set(['ui', 'serve']);

describe('any line of words', () => {
  it('in JSON mode gives one valid envelope, with nothing on stderr and no crash', async () => {
    const program = { ...ctxProgram(), commands: parsedOnly() };
    const cwd = temporaryFolder();
    await fc.assert(
      fc.asyncProperty(jsonLine, async (argv) => {
        const { error } = envelopeOf(await runIn(program, argv, { cwd }));
        expect(error?.code).not.toBe('internal_error');
      }),
      { numRuns: 1500 },
    );
  });

  it('in text mode answers on stdout or explains itself on stderr, never with a stack trace', async () => {
    const program = { ...ctxProgram(), commands: parsedOnly() };
    const cwd = temporaryFolder();
    await fc.assert(
      fc.asyncProperty(line, async (argv) => {
        fc.pre(!argv.some((each) => /json|^--jq/.test(each)));
        const { exitCode, stdout, stderr } = await runIn(program, argv, { cwd });
        // What doctor found is its answer, also where that makes it fail.
        if (argv[0] !== 'doctor' || exitCode === 0) expect(stdout === '').toBe(exitCode !== 0);
        if (exitCode !== 0) expect(stderr).toMatch(/^(note: .*\n)?ctx: \S/);
        expect(stderr).not.toMatch(stackTrace);
        expect(stderr).not.toContain('nobody expected');
      }),
      { numRuns: 1000 },
    );
  });

  it('with envelope 1.0 gives one flat object', async () => {
    const program = { ...ctxProgram(), commands: parsedOnly() };
    const cwd = temporaryFolder();
    await fc.assert(
      fc.asyncProperty(jsonLine, async (words) => {
        const { exitCode, stdout, stderr } = await runIn(program, ['--envelope-version=1.0', ...words], {
          cwd,
        });
        expect(stderr).toBe('');
        expect(stdout).toMatch(/^[^\n]+\n$/);
        const { kind, type, error } = JSON.parse(stdout);
        expect(typeof kind).toBe('string');
        expect(type === 'error' && typeof error === 'string').toBe(exitCode !== 0);
      }),
      { numRuns: 500 },
    );
  });

  it('gives the built program nothing else to say', async () => {
    const cwd = temporaryFolder();
    const env = { HOME: temporaryFolder() };
    const safe = jsonLine.filter((words) =>
      words.every((each) => !servers.has(each) && !each.includes('\0') && each.isWellFormed()),
    );
    const lines = fc.sample(safe, 60);
    for (let i = 0; i < lines.length; i += 4) {
      const batch = lines.slice(i, i + 4);
      const answers = await Promise.all(batch.map((argv) => runBuilt('ctx', argv, { cwd, env })));
      answers.forEach((answer, at) => {
        try {
          const { error } = envelopeOf(answer);
          expect(error?.code).not.toBe('internal_error');
        } catch (cause) {
          throw new Error(`ctx ${JSON.stringify(batch[at])} answered ${JSON.stringify(answer)}`, { cause });
        }
      });
    }
  });
});

/** The real commands; those that would do more than look at this machine are only parsed. */
function parsedOnly(): CommandIndex {
  const index: Record<string, CommandIndex[string]> = {};
  for (const [name, load] of Object.entries(commands)) {
    index[name] = async () => {
      const command = (await load()).default;
      return { default: command.group === 'about' ? command : { ...command, run: () => stopped(name) } };
    };
  }
  return index;
}

function stopped(target: string): Promise<never> {
  return Promise.reject(fail('interrupted', { operation: 'run', target }));
}

it('knows every flag of the built table', () => {
  expect(readTable(builtFolder()).commands.length).toBe(table.commands.length);
  expect(flagWords).toContain('--output-format');
});
