import { expect, it } from 'vitest';
import { envelopeOf } from '../../test/envelope.js';
import { runCtx } from '../../test/in-process.js';
import { programVersion } from '../../test/program-version.js';

it('says the program and its version', async () => {
  expect(await runCtx(['version'])).toEqual({ exitCode: 0, stdout: `ctx ${programVersion}\n`, stderr: '' });
  expect(envelopeOf(await runCtx(['version', '--output-format', 'json'])).data).toEqual({
    program: 'ctx',
    version: programVersion,
  });
});

it.each([[['--version']], [['-V']]])('is what %j does too', async (argv) => {
  expect((await runCtx(argv)).stdout).toBe(`ctx ${programVersion}\n`);
  expect(envelopeOf(await runCtx([...argv, '--output-format=json'])).command).toBe('version');
});

it.each([[['--version', 'extra']], [['version', 'extra']], [['-V', '--bogus']]])(
  'ignores no word: %j is refused',
  async (argv) => {
    expect((await runCtx(argv)).exitCode).toBe(1);
  },
);
