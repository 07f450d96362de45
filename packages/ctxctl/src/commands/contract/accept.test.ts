import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { envelopeOf } from '../../../../ctx/test/envelope.js';
import { temporaryFolder } from '../../../../ctx/test/folder.js';
import { runCtxctl } from '../../../test/repository.js';

it('refuses a frozen version and writes nothing', async () => {
  const root = temporaryFolder({
    'schemas/commands.json': '{}',
    'ctx.cjs': '',
    'contracts/session/versions.json': `{"versions":[{"name":"v1","supported":true,"pin":"${'0'.repeat(64)}"}]}`,
    'contracts/session/v1/lifecycle.json': '{}',
  });
  const argv = ['contract', 'accept', 'v1', '--program', 'ctx.cjs', '--output-format', 'json'];
  const { error } = envelopeOf(await runCtxctl(argv, root));
  expect(error).toMatchObject({ code: 'contract_frozen', target: 'session/v1' });
  expect(error?.hint).toContain('a new version');
  expect(existsSync(join(root, 'contracts/session/v1/golden'))).toBe(false);
});

it('needs a version that is there, a list that can be read, and contracts', async () => {
  const code = async (files: Readonly<Record<string, string>>) => {
    const root = temporaryFolder({ 'schemas/commands.json': '{}', ...files });
    return envelopeOf(await runCtxctl(['contract', 'accept', 'v9', '--output-format', 'json'], root)).error
      ?.code;
  };
  expect(await code({})).toBe('contract_missing');
  expect(await code({ 'contracts/a/versions.json': '{"versions":[]}' })).toBe('document_invalid');
  expect(
    await code({ 'contracts/a/versions.json': '{"versions":[{"name":"v1-draft","supported":true}]}' }),
  ).toBe('contract_unknown');
});
