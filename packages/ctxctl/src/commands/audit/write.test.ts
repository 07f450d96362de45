import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { digestOf } from '../../../../ctx/src/kit/digest.js';
import { builtFolder, cleanEnvironment } from '../../../../ctx/test/built.js';
import { envelopeOf } from '../../../../ctx/test/envelope.js';
import { temporaryFolder } from '../../../../ctx/test/folder.js';
import { auditedRepository } from '../../../test/audited.js';
import { runCtxctl } from '../../../test/repository.js';

const json = ['--output-format', 'json'];

it('resolves the range to commits and says whose report it is', async () => {
  const { root, commit, git, read } = auditedRepository();
  const main = git('rev-parse', 'main');
  git('checkout', '--quiet', '-b', 'feature');
  const head = commit({ 'body.md': '# Found\n' });
  const words = ['audit', 'write', '--kind', 'x', '--body', 'body.md', '--generator', 'the\nauditor'];
  expect((await runCtxctl(words, root)).stdout).toBe(
    `Wrote .context/audit/x.md: findings, ${digestOf('# Found\n')}.\n`,
  );
  expect(read('.context/audit/x.md')).toBe(
    `---\nkind: x\nstatus: findings\ncommit-range: ${main}..${head}\ngenerated-at: 2026-11-15T20:00:00.789Z\ngenerator: the auditor\ndigest: ${digestOf('# Found\n')}\n---\n# Found\n`,
  );
});

it('takes the body from stdin, and a clean report', () => {
  const { root, read } = auditedRepository();
  const program = join(builtFolder('ctxctl'), 'ctxctl.cjs');
  const words = [program, 'audit', 'write', '--kind', 'x', '--status', 'clean', '--range', 'HEAD..HEAD'];
  const env = cleanEnvironment(temporaryFolder());
  const { status } = spawnSync(process.execPath, words, { cwd: root, env, input: 'All is well.\n' });
  expect(status).toBe(0);
  expect(read('.context/audit/x.md')).toMatch(
    /status: clean\n[\s\S]*generator: ctxctl \S+\n[\s\S]*\n---\nAll is well\.\n$/,
  );
});

it.each([
  ['a kind that leads out', ['--kind', '../../x'], 'kind_invalid'],
  ['a kind that is hidden', ['--kind', '.x'], 'kind_invalid'],
  ['a range that is none', ['--kind', 'x', '--range', 'nowhere'], 'range_unknown'],
  ['a body that is not there', ['--kind', 'x', '--body', 'nowhere.md'], 'file_not_found'],
])('refuses %s', async (_, words, code) => {
  const { root } = auditedRepository({ 'body.md': 'x' });
  const body = words.includes('--body') ? [] : ['--body', 'body.md'];
  const answer = await runCtxctl(['audit', 'write', ...words, ...body, ...json], root);
  expect(envelopeOf(answer).error?.code).toBe(code);
});

it('writes nowhere but into the repository', async () => {
  const elsewhere = temporaryFolder();
  const { root } = auditedRepository({ 'body.md': 'x' });
  symlinkSync(elsewhere, join(root, '.context/audit'));
  const words = ['audit', 'write', '--kind', 'x', '--body', 'body.md'];
  const { stderr, exitCode } = await runCtxctl(words, root);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('could not be written: a link leads out of the repository.');
});

it('says why it could not be written', async () => {
  const { root } = auditedRepository({ 'body.md': 'x', '.context/audit': 'a file' });
  const answer = await runCtxctl(['audit', 'write', '--kind', 'x', '--body', 'body.md', ...json], root);
  expect(envelopeOf(answer).error).toMatchObject({ code: 'write_report', kind: 'filesystem' });
});
