import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../test/envelope.js';
import { temporaryFolder } from '../../test/folder.js';
import { programOf, runIn, startCall } from '../../test/in-process.js';
import { fail } from '../protocol/codes.js';
import { greeting, json, never } from './program.fixture.js';

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
    expect(answer.stderr).toMatch(/^ctx: ctx failed unexpectedly/);
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
