import { expect, it } from 'vitest';
import { builtFolder } from '../../test/built.js';
import { envelopeOf } from '../../test/envelope.js';
import { runCtx } from '../../test/in-process.js';
import { completionScript, shells } from '../cli/completion.js';
import { readTable } from '../cli/shipped.js';

it.each(shells)('prints the script for %s and nothing else', async (shell) => {
  const stdout = completionScript(shell, readTable(builtFolder()));
  expect(await runCtx(['completion', shell])).toEqual({ exitCode: 0, stdout, stderr: '' });
});

it('refuses a shell that it does not know, a missing one, and JSON', async () => {
  expect((await runCtx(['completion', 'bsh'])).stderr).toContain('Did you mean `bash`?');
  expect((await runCtx(['completion', 'tcsh'])).stderr).toContain('Give one of bash, zsh, fish.');
  expect((await runCtx(['completion'])).stderr).toContain('`completion` needs SHELL.');
  const json = await runCtx(['completion', 'bash', '--output-format', 'json']);
  expect(envelopeOf(json).error).toMatchObject({ kind: 'parse', code: 'json_foreign' });
});
