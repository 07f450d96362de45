import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../test/envelope.js';
import { colourTerminal, plainTerminal, programOf, runCtx, runIn } from '../../test/in-process.js';
import { fail } from '../protocol/codes.js';
import { foreign, optedOut, type Services } from './command.js';
import { greeting, json } from './program.fixture.js';

const report = optedOut({
  name: 'report',
  group: 'about',
  summary: 'Report',
  description: 'Reports.',
  examples: [],
  arguments: {},
  flags: {},
  reason: 'nobody has asked.',
  run: async () => '# Report',
});

describe('an answer in text', () => {
  it('is on stdout when the command works, ending in one newline', async () => {
    const program = programOf(greeting(async () => ({ said: 'hello' })));
    expect(await runIn(program, ['greet'])).toEqual({ exitCode: 0, stdout: 'hello\n', stderr: '' });
  });

  it('is on stderr when it fails, with the next step, and stdout stays empty', async () => {
    const answer = await runCtx(['sysinof']);
    expect(answer).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'ctx: There is no command `sysinof`.\n  → Did you mean `ctx sysinfo`?\n',
    });
  });

  it('puts warnings on stderr, beside the result', async () => {
    const program = programOf(
      greeting(async () => ({ said: 'hello' }), { warnings: () => ['it is late', 'really'] }),
    );
    const answer = await runIn(program, ['greet']);
    expect(answer.stdout).toBe('hello\n');
    expect(answer.stderr).toBe('warning: it is late\nwarning: really\n');
  });

  it.each([
    ['redirected', plainTerminal],
    ['on a terminal', colourTerminal],
  ])('steers no terminal, whatever a command renders: %s', async (_, terminal) => {
    const hostile = 'a\u001b[2Jb\u202ec\u009bd\re';
    const program = programOf(
      greeting(async () => ({ said: hostile }), { render: ({ said }) => said, warnings: () => [hostile] }),
    );
    const { stdout, stderr } = await runIn(program, ['greet'], { terminal });
    const clean = 'a\u241b[2Jb<U+202E>c<U+009B>d\u240de\n';
    expect(stdout).toBe(clean);
    expect(stderr.endsWith(clean)).toBe(true);
  });

  it('steers no terminal by JSON either, which says the same', async () => {
    const said = 'a\u001b[2Jb\u202ec\u009bd\re\u007f';
    const program = programOf(greeting(async () => ({ said })));
    const { stdout } = await runIn(program, ['greet', '--json'], { terminal: colourTerminal });
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    expect(JSON.parse(stdout)).toMatchObject({ data: { said } });
    const pick = (terminal: typeof plainTerminal) =>
      runIn(program, ['greet', '--jq', '.data.said'], { terminal });
    expect((await pick(colourTerminal)).stdout).toBe('a\u241b[2Jb<U+202E>c<U+009B>d\u240de<U+007F>\n');
    expect((await pick(plainTerminal)).stdout).toBe(`${said}\n`);
  });

  it('is coloured on a terminal only', async () => {
    const onTerminal = await runCtx(['sysinof'], { terminal: colourTerminal });
    expect(onTerminal.stderr).toContain('\u001b[31mctx:\u001b[39m');
    expect((await runCtx(['sysinof'])).stderr).not.toContain('\u001b');
  });

  it('cannot be made to steer the terminal by what was typed', async () => {
    const { stderr } = await runCtx(['\u001b[2J\u202egone'], { terminal: colourTerminal });
    expect(stderr).toContain('␛[2J<U+202E>gone');
  });

  it('says on stderr that envelope 1.0 is for older clients', async () => {
    const program = programOf(greeting(async () => ({ said: 'hello' })));
    const worked = await runIn(program, ['greet', '--envelope-version', '1.0']);
    expect(worked).toMatchObject({ exitCode: 0, stdout: 'hello\n' });
    expect(worked.stderr).toMatch(/^note: --envelope-version 1\.0 /);
    expect((await runIn(program, ['gret', '--envelope-version=1.0'])).stderr).toMatch(/^note: .*\nctx: /);
  });
});

describe('an answer in JSON', () => {
  it('is one envelope 2.0 with the time, the command, the exit code and the data', async () => {
    const program = programOf(greeting(async () => ({ said: 'hello' })));
    const answer = await runIn(program, ['greet', ...json]);
    expect(envelopeOf(answer)).toEqual({
      timestamp: '2026-11-15T20:00:00Z',
      command: 'greet',
      exit_code: 0,
      output_format: 'json',
      schema_version: '2.0',
      data: { said: 'hello' },
    });
  });

  it.each([
    ['behind the command', ['greet', '--bogus', ...json]],
    ['behind the command with =', ['greet', '--bogus', '--output-format=json']],
    ['before the command', [...json, 'greet', '--bogus']],
    ['before the command with =', ['--output-format=json', 'greet', '--bogus']],
    ['among wrong flags', ['--bogus', ...json, '-x']],
    ['behind an unknown command', ['gret', '--wrong=1', '--output-format=json']],
    ['alone', ['--output-format=json']],
    ['after a format that does not exist', ['greet', '--output-format=xml', ...json]],
    ['before a format that does not exist', ['greet', ...json, '--output-format=xml']],
    ['as stream-json', ['greet', '--bogus', '--output-format', 'stream-json']],
  ])('is honoured %s although the line cannot be parsed', async (_, argv) => {
    const program = programOf(greeting(async () => ({ said: 'hello' })));
    const answer = await runIn(program, argv);
    expect(answer.exitCode).toBe(1);
    expect(envelopeOf(answer)).toMatchObject({ error: { kind: 'parse', operation: 'argparse' } });
  });

  it('is not asked for by words behind --', async () => {
    const answer = await runIn(programOf(greeting(async () => ({ said: 'x' }))), ['greet', '--', ...json]);
    expect(answer.stdout).toBe('');
    expect(answer.stderr).toContain('takes no argument `--output-format`');
  });

  it('names the missing command and the unknown word', async () => {
    expect(envelopeOf(await runCtx(json)).command).toBe('<missing>');
    expect(envelopeOf(await runCtx(['frobnicate', ...json])).command).toBe('frobnicate');
  });

  it('adds name and found where an entity does not exist', async () => {
    expect(envelopeOf(await runCtx(['schema', 'sysinof', ...json]))).toMatchObject({
      command: 'schema',
      exit_code: 1,
      error: { kind: 'schema_not_found', target: 'sysinof', retryable: false },
      name: 'sysinof',
      found: false,
    });
  });

  it('keeps what data would have held in error.details', async () => {
    const details = { said: 'half of it' };
    const program = programOf(
      greeting(async () => {
        throw fail('interrupted', { operation: 'run', target: 'greet', details });
      }),
    );
    const answer = await runIn(program, ['greet', ...json]);
    expect(answer.exitCode).toBe(130);
    expect(envelopeOf(answer).error).toMatchObject({ code: 'interrupted', details });
  });

  it('is flat and says its verb as envelope 1.0, and is silent on stderr', async () => {
    const program = programOf(greeting(async () => ({ said: 'hello' })));
    const worked = await runIn(program, ['greet', ...json, '--envelope-version', '1.0']);
    expect(worked.stderr).toBe('');
    expect(JSON.parse(worked.stdout)).toEqual({ type: 'success', kind: 'greet', said: 'hello' });
    const failed = await runIn(program, ['greet', 'extra', ...json, '--envelope-version=1.0']);
    expect(failed).toMatchObject({ exitCode: 1, stderr: '' });
    expect(JSON.parse(failed.stdout)).toEqual({
      type: 'error',
      error: '`greet` takes no argument `extra`.',
      kind: 'parse',
      code: 'argument_unwanted',
      operation: 'argparse',
      target: 'extra',
      retryable: false,
      hint: 'Run `ctx greet --help` to see what it takes.',
    });
  });

  it('is of the version that CTX_ENVELOPE_VERSION names where no flag does, and refuses one that there is not', async () => {
    const program = programOf(greeting(async () => ({ said: 'hello' })));
    const call = async (version: string, ...flags: string[]) =>
      JSON.parse(
        (await runIn(program, ['greet', ...json, ...flags], { env: { CTX_ENVELOPE_VERSION: version } }))
          .stdout,
      );
    expect(await call('1')).toEqual({ type: 'success', kind: 'greet', said: 'hello' });
    expect(await call('1.0', '--envelope-version=2')).toMatchObject({ schema_version: '2.0' });
    expect(await call('7')).toMatchObject({
      exit_code: 1,
      error: { code: 'flag_value_invalid', target: 'CTX_ENVELOPE_VERSION' },
    });
  });
});

describe('stream-json', () => {
  it('gives one event a line and the envelope as the last one', async () => {
    const program = programOf(
      greeting(async ({ emit }) => {
        emit({ type: 'text.delta', text: 'hel' });
        emit({ type: 'text.delta', text: 'lo' });
        return { said: 'hello' };
      }),
    );
    const answer = await runIn(program, ['greet', '--output-format', 'stream-json']);
    const [first, second, envelope, rest] = answer.stdout.split('\n');
    expect([first, second].map((line) => JSON.parse(line ?? '').text)).toEqual(['hel', 'lo']);
    expect(rest).toBe('');
    expect(envelopeOf({ ...answer, stdout: `${envelope}\n` }).data).toEqual({ said: 'hello' });
  });

  it('is the only format that shows events to a program; text shows what the command makes of them', async () => {
    const program = programOf(
      greeting(
        async ({ emit }) => {
          emit({ step: 1 });
          emit({ quiet: true });
          return { said: 'hello' };
        },
        { live: (event) => ('step' in event ? 'working\n' : undefined) },
      ),
    );
    expect(envelopeOf(await runIn(program, ['greet', ...json])).data).toEqual({ said: 'hello' });
    expect(await runIn(program, ['greet'])).toMatchObject({ stdout: 'hello\n', stderr: 'working\n' });
  });
});

describe('a command that is not clawable', () => {
  it('prints its text and no envelope', async () => {
    expect(await runIn(programOf(report), ['report'])).toEqual({
      exitCode: 0,
      stdout: '# Report\n',
      stderr: '',
    });
  });

  it('refuses JSON with an envelope that says so', async () => {
    const answer = await runIn(programOf(report), ['report', ...json]);
    expect(envelopeOf(answer).error).toMatchObject({
      kind: 'parse',
      code: 'json_opted_out',
      target: 'report',
    });
    expect(await runIn(programOf(report), ['report', '--output-format', 'text'])).toMatchObject({
      exitCode: 0,
    });
  });

  it('answers with its own exit code where it speaks a foreign protocol', async () => {
    const hook = foreign({
      name: 'hook',
      group: 'hosts',
      summary: 'Hook',
      description: 'Hooks.',
      examples: [],
      arguments: {},
      flags: {},
      speaks: 'a host’s language',
      run: async () => ({ stdout: 'block', exitCode: 2 }),
    });
    expect(await runIn(programOf(hook), ['hook'])).toEqual({ exitCode: 2, stdout: 'block\n', stderr: '' });
    const refused = await runIn(programOf(hook), [...json, 'hook']);
    expect(envelopeOf(refused).error).toMatchObject({ code: 'json_foreign' });
  });

  it('emits no events', async () => {
    const noisy = {
      ...report,
      async run(_: unknown, { emit }: Services) {
        emit({ step: 1 });
        return '# Report';
      },
    };
    expect(await runIn(programOf(noisy), ['report'])).toMatchObject({ stdout: '# Report\n', stderr: '' });
  });
});

describe('help on a command', () => {
  it.each([[['sysinfo', '--help']], [['sysinfo', '-h']], [['--help', 'sysinfo']], [['help', 'sysinfo']]])(
    'is the same page for %j',
    async (argv) => {
      const answer = await runCtx(argv);
      expect(answer).toMatchObject({ exitCode: 0, stderr: '' });
      expect(answer.stdout).toMatch(/^ctx sysinfo: Show memory pressure/);
    },
  );

  it('wins over everything else on the line, also for opted-out commands in JSON', async () => {
    const answer = await runCtx(['summary', '--bogus', 'x', '--help', ...json]);
    expect(envelopeOf(answer)).toMatchObject({ command: 'help', data: { commands: [{ name: 'summary' }] } });
  });
});
