import { expect, it } from 'vitest';
import { builtFolder } from '../../test/built.js';
import { envelopeOf } from '../../test/envelope.js';
import { temporaryFolder } from '../../test/folder.js';
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

it('prints the names that scripts ask for, the newest session first, and none where there are none', async () => {
  const cwd = temporaryFolder({ '.git/HEAD': '', '.context/sessions/a.jsonl': '' });
  const env = { HOME: temporaryFolder() };
  const said = { exitCode: 0, stderr: '' };
  expect(await runCtx(['completion', '--words', 'sessions'], { cwd, env })).toEqual({
    ...said,
    stdout: 'a\n',
  });
  expect(await runCtx(['completion', '--words', 'fleets'], { cwd, env })).toEqual({ ...said, stdout: '' });
  expect((await runCtx(['completion', '--words', 'modles'])).stderr).toContain('Did you mean `models`?');
  expect((await runCtx(['completion', 'bash', '--words', 'models'])).exitCode).toBe(1);
});
