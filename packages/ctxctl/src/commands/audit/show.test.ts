import { expect, it } from 'vitest';
import { auditedRepository, findings, reportFiles } from '../../../test/audited.js';
import { runCtxctl } from '../../../test/repository.js';

it('shows the head, the digest’s verdict and the body', async () => {
  const { root, write } = auditedRepository();
  write(reportFiles(findings('a', { body: 'one\ntwo\n' })));
  const { stdout } = await runCtxctl(['audit', 'show', 'a'], root);
  expect(stdout).toMatch(/^report {5}a\nstands {5}open, STALE\ndigest {5}verified: sha256:[0-9a-f]{64}\n/);
  expect(stdout.endsWith('\n\none\ntwo\n')).toBe(true);
});

it.each([
  ['../a', 'There are: a.'],
  ['aa', 'Did you mean `a`?'],
])('knows no report %s', async (id, hint) => {
  const { root, write } = auditedRepository();
  write(reportFiles(findings('a')));
  const { stderr, exitCode } = await runCtxctl(['audit', 'show', id], root);
  expect(exitCode).toBe(1);
  expect(stderr).toBe(`ctxctl: There is no audit report \`${id}\`.\n  → ${hint}\n`);
});

it('says that there is none at all', async () => {
  const { stderr } = await runCtxctl(['audit', 'show', 'a'], auditedRepository().root);
  expect(stderr).toContain('There are no reports yet');
});
