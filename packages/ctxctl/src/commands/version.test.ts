import { expect, it } from 'vitest';
import { envelopeOf } from '../../../ctx/test/envelope.js';
import { temporaryFolder } from '../../../ctx/test/folder.js';
import { programVersion } from '../../../ctx/test/program-version.js';
import { runCtxctl } from '../../test/repository.js';

it('says the program and its version', async () => {
  expect((await runCtxctl(['--version'], temporaryFolder())).stdout).toBe(`ctxctl ${programVersion}\n`);
  const answer = await runCtxctl(['version', '--output-format', 'json'], temporaryFolder());
  expect(envelopeOf(answer).data).toEqual({ program: 'ctxctl', version: programVersion });
});
