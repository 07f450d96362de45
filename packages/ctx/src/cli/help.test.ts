import { describe, expect, it } from 'vitest';
import { colourTerminal, plainTerminal } from '../../test/in-process.js';
import { commandPage, overview, usage } from './help.js';
import { type CommandEntry, type CommandTable, globalFlagEntries } from './table.js';

const undo: CommandEntry = {
  name: 'pad undo',
  group: 'memory',
  summary: 'Take the last change back',
  description: 'Goes back one step.',
  surface: 'clawable',
  streams: false,
  arguments: [
    { name: 'id', kind: 'one', says: 'which' },
    { name: 'mode', kind: 'optional', says: 'how', choices: ['soft', 'hard'] },
    { name: 'rest', kind: 'any', says: 'more' },
  ],
  flags: [
    { name: 'why', kind: 'text', says: 'the reason', value: 'TEXT', required: true },
    { name: 'steps', kind: 'integer', says: 'how far', value: 'N', default: 1 },
    { name: 'tag', kind: 'texts', says: 'a tag', value: 'TAG' },
    { name: 'at', kind: 'texts', says: 'a place (default: all)', value: 'AT' },
    { name: 'dry', kind: 'switch', says: 'only show' },
  ],
  examples: [{ line: 'ctx pad undo 3', says: 'that one' }],
  schema: null,
  docs: null,
  fixture: null,
  tests: null,
};
const report: CommandEntry = {
  ...undo,
  name: 'report',
  group: 'about',
  summary: 'Report',
  surface: 'opted-out',
  because: 'nobody has asked.',
  arguments: [{ name: 'files', kind: 'many', says: 'which' }],
  flags: [],
  examples: [],
};
const table: CommandTable = {
  program: 'ctx',
  version: '1.2.3',
  about: 'see, check and control what your coding agents do',
  global_flags: globalFlagEntries(),
  commands: [report, undo],
};

describe('the overview', () => {
  it('lists the commands by what they are for, aligned', () => {
    expect(overview(table, plainTerminal)).toBe(`ctx 1.2.3: see, check and control what your coding agents do

Usage: ctx COMMAND [ARGUMENTS] [FLAGS]

Remember
  pad undo  Take the last change back

About this program and machine
  report    Report

ctx COMMAND --help explains one command. Commands answer in JSON with --output-format json.
`);
  });

  it('is bold only where there is colour', () => {
    expect(overview(table, colourTerminal)).toContain('\u001b[1mRemember\u001b[22m');
  });
});

describe('the page of a command', () => {
  it('shows usage, arguments, flags with their notes, and examples', () => {
    expect(commandPage(table, undo, plainTerminal)).toBe(`ctx pad undo: Take the last change back

Usage: ctx pad undo ID [MODE] [REST…] --why TEXT [FLAGS]

Goes back one step.

Arguments
  ID    which
  MODE  how (soft, hard)
  REST  more

Flags
  --why TEXT  the reason (required)
  --steps N   how far (default 1)
  --tag TAG   a tag (may be repeated)
  --at AT     a place (default: all; may be repeated)
  --dry       only show

Flags of every command
  --output-format text|json|stream-json  how to answer (default text)
  --envelope-version 2.0|2|1.0|1         which JSON envelope, also by CTX_ENVELOPE_VERSION; 1.0 is for older clients (default 2.0)
  --json                                 short for --output-format json
  --jq EXPR                              answer in JSON, and print only what this expression takes from it: .data.sessions[].title
  -h, --help                             show what the command does, its flags and examples

Examples
  ctx pad undo 3  that one
`);
  });

  it('offers no JSON where there is none, and says why', () => {
    const page = commandPage(table, report, plainTerminal);
    expect(page).not.toContain('--output-format');
    expect(page).toContain('It has no JSON output: nobody has asked.');
    expect(usage('ctx', report)).toBe('ctx report FILES…');
    const foreign: CommandEntry = { ...report, surface: 'foreign', because: 'fish' };
    expect(commandPage(table, foreign, plainTerminal)).toContain(
      'It speaks fish, so it has no JSON envelope.',
    );
  });
});
