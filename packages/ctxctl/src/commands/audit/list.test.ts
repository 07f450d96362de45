import { expect, it } from 'vitest';
import { envelopeOf } from '../../../../ctx/test/envelope.js';
import { temporaryFolder } from '../../../../ctx/test/folder.js';
import { auditedRepository, findings, ledgerFile, reportFiles } from '../../../test/audited.js';
import { runCtxctl } from '../../../test/repository.js';

it('says that there is none', async () => {
  expect((await runCtxctl(['audit', 'list'], temporaryFolder())).stdout).toBe('There are no reports.\n');
});

it('says where each stands, what is wrong with it, and whether it is stale', async () => {
  const { root, write, git } = auditedRepository();
  const head = git('rev-parse', 'HEAD');
  const fresh = { commitRange: `${head}..${head}` };
  write({
    ...reportFiles(findings('a', fresh), findings('b', { ...fresh, status: 'clean' }), findings('c')),
    '.context/audit/torn.md': 'x',
  });
  const { data } = envelopeOf(await runCtxctl(['audit', 'list', '--output-format', 'json'], root));
  expect(data).toMatchObject({
    open: 3,
    reports: [
      { id: 'a', standing: 'open', stale: false, head: 'inside' },
      { id: 'b', standing: 'clean', stale: false },
      { id: 'c', standing: 'open', stale: true, head: 'left' },
      { id: 'torn', standing: 'unreadable' },
    ],
  });
  const { stdout } = await runCtxctl(['audit', 'list'], root);
  expect(stdout).toMatch(
    /^a {5}open .*\nb {5}clean .*\nc {5}open, STALE .*\ntorn {2}unreadable {3}The audit report/,
  );
});

it('warns of a corrupt ledger and lists all the same', async () => {
  const { root, write } = auditedRepository();
  write({ ...reportFiles(findings('a')), [ledgerFile]: 'x' });
  const { stdout, stderr, exitCode } = await runCtxctl(['audit', 'list'], root);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('1 open.');
  expect(stderr).toContain('warning: The list of dismissals .context/audit/.dismissed.json cannot be read');
});
