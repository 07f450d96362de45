import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import * as t from 'typebox';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../test/envelope.js';
import { temporaryFolder } from '../../test/folder.js';
import { colourTerminal, plainTerminal, programOf, runCtx, runIn, startCall } from '../../test/in-process.js';
import { fail } from '../protocol/codes.js';
import { type Clawable, clawable, foreign, optedOut, type Services } from './command.js';
import { type Flag, flag } from './inputs.js';

const json = ['--output-format', 'json'];

const returns = t.Object({ said: t.String() });
type Greeting = Clawable<Record<never, never>, { readonly loud: Flag<boolean> }, typeof returns>;

function greeting(
  run: (services: Services) => Promise<{ said: string }>,
  more: Partial<Pick<Greeting, 'long' | 'live' | 'warnings' | 'render'>> = {},
): Greeting {
  return clawable({
    name: 'greet',
    group: 'about',
    summary: 'Greet',
    description: 'Greets.',
    examples: [],
    arguments: {},
    flags: { loud: flag.switch('louder') },
    returns,
    run: (_, services) => run(services),
    render: ({ said }) => said,
    ...more,
  });
}

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

const never = () => new Promise<never>(() => {});

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
    expect(answer.stderr).toContain('does not know what to do with `--output-format`');
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
      error: '`greet` does not know what to do with `extra`.',
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
      expect(answer.stdout).toMatch(/^ctx sysinfo: Memory pressure/);
    },
  );

  it('wins over everything else on the line, also for opted-out commands in JSON', async () => {
    const answer = await runCtx(['summary', '--bogus', 'x', '--help', ...json]);
    expect(envelopeOf(answer)).toMatchObject({ command: 'help', data: { commands: [{ name: 'summary' }] } });
  });
});

describe('an exception that nobody expected', () => {
  const boom = (error: unknown) =>
    programOf(
      greeting(async () => {
        throw error;
      }),
    );

  it('becomes an envelope of kind unknown, with the stack in a file that the hint names', async () => {
    const env = { XDG_STATE_HOME: temporaryFolder() };
    const answer = await runIn(
      boom(new TypeError('secret text', { cause: new Error('deep') })),
      ['greet', ...json],
      {
        env,
      },
    );
    const { error } = envelopeOf(answer);
    expect(error).toMatchObject({
      kind: 'unknown',
      code: 'internal_error',
      operation: 'run',
      target: 'greet',
    });
    expect(answer.stdout).not.toContain('secret text');
    const file = /in (\/\S+\.log)/.exec(error?.hint ?? '')?.[1] ?? '';
    expect(file.startsWith(join(env.XDG_STATE_HOME, 'ctx', 'crashes'))).toBe(true);
    const stack = readFileSync(file, 'utf8');
    expect(stack).toMatch(/^ctx greet\nnode v/);
    expect(stack).toContain('TypeError: secret text\n    at ');
    expect(stack).toContain('Error: deep');
  });

  it('goes below HOME, and into the temporary folder where that cannot be written', async () => {
    const home = temporaryFolder();
    const atHome = await runIn(boom(new Error('x')), ['greet', ...json], { env: { HOME: home } });
    expect(envelopeOf(atHome).error?.hint).toContain(join(home, '.local', 'state', 'ctx', 'crashes'));
    const blocked = join(home, 'a-file');
    writeFileSync(blocked, '');
    const elsewhere = await runIn(boom(new Error('x')), ['greet', ...json], {
      env: { XDG_STATE_HOME: blocked },
    });
    const file = /in (\/\S+\.log)/.exec(envelopeOf(elsewhere).error?.hint ?? '')?.[1] ?? '';
    expect(file.startsWith(blocked)).toBe(false);
    expect(existsSync(file)).toBe(true);
    rmSync(file);
  });

  it('may be anything that JavaScript can throw', async () => {
    const env = { XDG_STATE_HOME: temporaryFolder() };
    const hostile = {
      [Symbol.for('nodejs.util.inspect.custom')]() {
        throw new Error('no');
      },
    };
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.anything(), fc.constant(hostile)), async (thrown) => {
        const answer = await runIn(boom(thrown), ['greet', ...json], { env });
        expect(envelopeOf(answer).error?.code).toBe('internal_error');
      }),
      { numRuns: 100 },
    );
  });

  it('is caught from anywhere while the command works', async () => {
    const call = startCall(programOf(greeting(never)), ['greet', ...json], {
      env: { XDG_STATE_HOME: temporaryFolder() },
    });
    await Promise.resolve();
    call.crash(new Error('from a timer'));
    expect(envelopeOf(await call.answer).error?.code).toBe('internal_error');
  });

  it('in the rendering or in data that is no JSON gives the same one envelope', async () => {
    const env = { XDG_STATE_HOME: temporaryFolder() };
    const circular: Record<string, unknown> = { said: 'x' };
    circular['self'] = circular;
    const program = programOf(greeting(async () => ({ said: 'x', ...circular })));
    expect(envelopeOf(await runIn(program, ['greet', ...json], { env })).error?.code).toBe('internal_error');
    const unrenderable = programOf(
      greeting(async () => ({ said: 'x' }), {
        render: () => {
          throw new Error('no');
        },
      }),
    );
    const answer = await runIn(unrenderable, ['greet'], { env });
    expect(answer).toMatchObject({ exitCode: 1, stdout: '' });
    expect(answer.stderr).toMatch(/^ctx: ctx failed in a way that nobody expected/);
  });

  it('includes a command that the index names and cannot load', async () => {
    const program = {
      ...programOf(),
      commands: { greet: async () => Promise.reject(new Error('chunk is gone')) },
    };
    const answer = await runIn(program, ['greet', ...json], { env: { XDG_STATE_HOME: temporaryFolder() } });
    expect(envelopeOf(answer).error?.code).toBe('internal_error');
  });
});

describe('a signal', () => {
  it.each([
    ['SIGINT', 130, 'interrupted'],
    ['SIGTERM', 143, 'terminated'],
  ] as const)('%s ends a command with its envelope and exit code %i', async (signal, exitCode, code) => {
    const call = startCall(programOf(greeting(never)), ['greet', ...json]);
    await Promise.resolve();
    call.interrupt(signal);
    const answer = await call.answer;
    expect(answer.exitCode).toBe(exitCode);
    expect(envelopeOf(answer).error).toMatchObject({ kind: 'runtime', code, target: 'greet' });
  });

  it('ends a call that is still loading its command', async () => {
    const call = startCall({ ...programOf(), commands: { greet: never } }, ['greet', ...json]);
    call.interrupt('SIGTERM');
    expect(envelopeOf(await call.answer).exit_code).toBe(143);
  });

  it('lets a long command end in its own words', async () => {
    const patient = greeting(
      ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ said: `stopped by ${signal.reason}` }));
        }),
      { long: true },
    );
    const call = startCall(programOf(patient), ['greet', ...json]);
    await new Promise(setImmediate);
    call.interrupt('SIGINT');
    expect(envelopeOf(await call.answer).data).toEqual({ said: 'stopped by SIGINT' });
  });

  it('ends a long command that does not listen when it comes a second time', async () => {
    const call = startCall(programOf(greeting(never, { long: true })), ['greet', ...json]);
    await new Promise(setImmediate);
    call.interrupt('SIGINT');
    expect(call.stdout()).toBe('');
    call.interrupt('SIGINT');
    expect(envelopeOf(await call.answer).exit_code).toBe(130);
  });

  it('ends a long command that does not listen after the grace', async () => {
    const call = startCall(programOf(greeting(never, { long: true })), ['greet', ...json]);
    await new Promise(setImmediate);
    call.interrupt('SIGTERM');
    expect(envelopeOf(await call.answer).exit_code).toBe(143);
  });
});

describe('an answer that cannot be delivered', () => {
  it('is said on stderr, with exit code 1, in both formats', async () => {
    const program = programOf(greeting(async () => ({ said: 'hello' })));
    const out = () => {
      throw fail('output_undeliverable', {
        operation: 'write',
        target: 'stdout',
        reason: 'the device is full',
      });
    };
    for (const argv of [['greet'], ['greet', ...json]]) {
      const answer = await runIn(program, argv, { out });
      expect(answer).toMatchObject({ exitCode: 1, stdout: '' });
      expect(answer.stderr).toMatch(
        /^ctx: The answer could not be written to stdout: the device is full\.\n/,
      );
    }
  });
});
