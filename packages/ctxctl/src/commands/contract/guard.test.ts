import { expect, it } from 'vitest';
import { repository } from '../../../../ctx/test/built.js';
import { envelopeOf } from '../../../../ctx/test/envelope.js';
import { temporaryFolder } from '../../../../ctx/test/folder.js';
import { runCtxctl } from '../../../test/repository.js';

it('holds for this repository', async () => {
  const { data } = envelopeOf(await runCtxctl(['contract', 'guard', '--output-format', 'json'], repository));
  expect(data).toMatchObject({ violations: [] });
});

it('is an error that names the first change and counts the rest', async () => {
  const root = temporaryFolder({
    'schemas/commands.json': '{}',
    'contracts/session/versions.json':
      '{"versions":[{"name":"v1","supported":true},{"name":"v2","supported":true}]}',
  });
  const { exitCode, stderr } = await runCtxctl(['contract', 'guard'], root);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('contracts/session/v1: it is frozen, and gone, and 1 more.');
  expect(stderr).toContain('put what is new into a version beside it, contracts/session/v2-draft.');
  expect(stderr).toContain(
    'a version is not complete: CHANGELOG.md: it has no line that names session/v1; docs:',
  );
});
