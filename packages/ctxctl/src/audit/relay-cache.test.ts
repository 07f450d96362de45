import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../ctx/src/kit/digest.js';
import { temporaryFolder } from '../../../ctx/test/folder.js';
import { auditedRepository, findings, reportFiles, testTime } from '../../test/audited.js';
import { readOpenReports } from './open-reports.js';
import { relayCache } from './relay-cache.js';

const now = Date.parse(testTime);
const fileOf = (root: string) => join(root, '.git/ctx/audit-relay.json');

function asked(root: string, ...bodies: readonly string[]): string[] {
  const cache = relayCache(root);
  const digests = bodies.map((body) => cache.digestOf(body));
  cache.save();
  return digests;
}

describe('a digest', () => {
  it('is computed once for a body, and again for every other', () => {
    const { root } = auditedRepository();
    expect(asked(root, 'one', 'two')).toEqual([digestOf('one'), digestOf('two')]);
    // Whoever can write in git's folder is believed, and so the test can see who was asked.
    writeFileSync(fileOf(root), readFileSync(fileOf(root), 'utf8').replace(digestOf('one'), 'as it was'));
    expect(asked(root, 'one', 'two', 'one ')).toEqual(['as it was', digestOf('two'), digestOf('one ')]);
  });

  it('is forgotten with its report, and not kept of a book', () => {
    const { root } = auditedRepository();
    const book = 'x'.repeat(1 << 17);
    expect(asked(root, 'one', book)).toEqual([digestOf('one'), digestOf(book)]);
    expect(asked(root, 'two')).toEqual([digestOf('two')]);
    expect(JSON.parse(readFileSync(fileOf(root), 'utf8'))).toEqual({ digests: [['two', digestOf('two')]] });
  });

  it.each([
    ['nothing', ''],
    ['half of it', '{"digests":[["one","sha'],
    ['something else', '{"digests":{"one":"as it was"}}'],
    ['other things in it', '{"digests":[["one",1]],"ancestry":7}'],
    ['an odd ancestry', '{"digests":[["one","as it was"]],"ancestry":{"asked":"x"}}'],
  ])('is computed where the file holds %s', (_, text) => {
    const { root } = auditedRepository();
    asked(root, 'two');
    writeFileSync(fileOf(root), text);
    expect(asked(root, 'one')).toEqual([digestOf('one')]);
  });

  it('is computed where nothing can be kept: outside of git, or with a file in the way', () => {
    expect(asked(temporaryFolder(), 'one')).toEqual([digestOf('one')]);
    const { root } = auditedRepository();
    writeFileSync(join(root, '.git/ctx'), 'in the way');
    expect(asked(root, 'one')).toEqual([digestOf('one')]);
    expect(readFileSync(join(root, '.git/ctx'), 'utf8')).toBe('in the way');
  });
});

describe('what git says of a range', () => {
  const head = (root: string) => readOpenReports(root, now).reports.map(({ freshness }) => freshness.head);

  it('is asked once, and again when HEAD has moved', () => {
    const { root, git, commit, write } = auditedRepository();
    const one = git('rev-parse', 'HEAD');
    const two = commit();
    commit();
    write(reportFiles(findings('a', { commitRange: `${one}..${two}` })));
    expect(head(root)).toEqual(['left']);
    const kept = JSON.parse(readFileSync(fileOf(root), 'utf8'));
    expect(kept.ancestry.above).toEqual([]);
    writeFileSync(fileOf(root), JSON.stringify({ ...kept, ancestry: { ...kept.ancestry, above: [two] } }));
    expect(head(root)).toEqual(['inside']);
    commit();
    expect(head(root)).toEqual(['left']);
  });

  it('is asked again when a commit came that was not there', () => {
    const { root, git, commit, write } = auditedRepository();
    const one = git('rev-parse', 'HEAD');
    commit();
    const clone = temporaryFolder();
    git('clone', '--quiet', root, join(clone, 'of'));
    git('-C', join(clone, 'of'), 'commit', '--quiet', '--allow-empty', '--message', 'elsewhere');
    const other = git('-C', join(clone, 'of'), 'rev-parse', 'HEAD');
    write(reportFiles(findings('a', { commitRange: `${one}..${other}` })));
    expect(head(root)).toEqual(['left']);
    git('fetch', '--quiet', join(clone, 'of'));
    expect(head(root)).toEqual(['inside']);
  });
});

it('leaves the work tree clean, also where nothing is ignored', () => {
  const { root, git, commit } = auditedRepository({ '.context/.gitignore': '' });
  commit(reportFiles(findings('a')));
  expect(readOpenReports(root, now).reports).toHaveLength(1);
  expect(git('status', '--porcelain')).toBe('');
});
