import { expect, it } from 'vitest';
import { runBuilt } from '../../../../ctx/test/built.js';
import { envelopeOf } from '../../../../ctx/test/envelope.js';
import { auditedRepository, findings, ledgerFile, reportFiles } from '../../../test/audited.js';
import { runCtxctl } from '../../../test/repository.js';

const json = ['--output-format', 'json'];

function withReports(...kinds: readonly string[]) {
  const made = auditedRepository();
  made.write(reportFiles(...kinds.map((kind) => findings(kind))));
  return made;
}

it('dismisses what is named, until the report says something else', async () => {
  const { root, write } = withReports('a', 'b');
  const dismissed = await runCtxctl(['audit', 'dismiss', 'a', 'a'], root);
  expect(dismissed.stdout).toBe('Dismissed a; other findings will surface again.\n');
  const standings = async () => {
    const { data } = envelopeOf(await runCtxctl(['audit', 'list', ...json], root));
    return JSON.stringify(data).match(/"standing":"\w+"/g);
  };
  expect(await standings()).toEqual(['"standing":"dismissed"', '"standing":"open"']);
  write(reportFiles(findings('a', { body: 'something else\n' })));
  expect(await standings()).toEqual(['"standing":"open"', '"standing":"open"']);
});

it('dismisses all that are open, and none that cannot be read', async () => {
  const { root, write } = withReports('a', 'b');
  write({ '.context/audit/torn.md': 'x', ...reportFiles(findings('c', { status: 'clean' })) });
  const { data } = envelopeOf(await runCtxctl(['audit', 'dismiss', '--all', ...json], root));
  expect(data).toMatchObject({ dismissed: [{ id: 'a' }, { id: 'b' }] });
  expect((await runCtxctl(['audit', 'dismiss', '--all'], root)).stdout).toBe('No report was open.\n');
});

it.each([
  ['nothing named', [], 'id_required'],
  ['ids and --all', ['a', '--all'], 'flags_contradict'],
  ['an unknown id beside a known one', ['a', 'x'], 'unknown_id'],
  ['a report that cannot be read', ['a', 'torn'], 'no_frontmatter'],
])('refuses %s, and dismisses nothing', async (_, words, code) => {
  const { root, write, read } = withReports('a');
  write({ '.context/audit/torn.md': 'x' });
  const answer = await runCtxctl(['audit', 'dismiss', ...words, ...json], root);
  expect(envelopeOf(answer).error?.code).toBe(code);
  expect(() => read(ledgerFile)).toThrow('ENOENT');
});

it('keeps all of ten processes’ dismissals', async () => {
  const kinds = Array.from({ length: 10 }, (_, i) => `k${i}`);
  const { root, read } = withReports(...kinds);
  await Promise.all(kinds.map((kind) => runBuilt('ctxctl', ['audit', 'dismiss', kind], { cwd: root })));
  expect(Object.keys(JSON.parse(read(ledgerFile)).dismissed).sort()).toEqual(kinds);
});
