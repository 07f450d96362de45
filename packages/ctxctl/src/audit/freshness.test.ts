import { describe, expect, it } from 'vitest';
import { headCommit } from '../../../ctx/src/kit/git.js';
import { temporaryFolder } from '../../../ctx/test/folder.js';
import { auditedRepository, findings } from '../../test/audited.js';
import { freshnessOf, isStale } from './freshness.js';
import { parseReport, reportText } from './report.js';

const now = Date.parse('2026-11-15T20:00:00Z');
const days = (count: number) => new Date(now - count * 86_400_000).toISOString();

async function freshness(root: string, commitRange: string, generatedAt = days(0)) {
  const report = parseReport(reportText(findings('a', { commitRange, generatedAt })), 'a', 'a.md');
  const [fresh] = freshnessOf(root, [report], now);
  if (fresh === undefined) throw new Error('one report has one answer');
  return { ...fresh, stale: isStale(fresh) };
}

describe('a report is stale', () => {
  it('after thirty days, and not before', async () => {
    const { root, git } = auditedRepository();
    const range = `${git('rev-parse', 'HEAD')}..${git('rev-parse', 'HEAD')}`;
    expect(await freshness(root, range, days(30))).toMatchObject({ ageDays: 30, old: false, stale: false });
    expect(await freshness(root, range, days(30.01))).toMatchObject({ ageDays: 30, old: true, stale: true });
    expect(await freshness(root, range, days(-2))).toMatchObject({ stale: false });
  });

  it('when HEAD has left its range: by a new commit, by going back before it, or to another branch', async () => {
    const { root, commit, git } = auditedRepository();
    const one = git('rev-parse', 'HEAD');
    const [two, three, four] = [commit(), commit(), commit()];
    const range = `${one}..${three}`;
    const at = async (name: string) => {
      git('checkout', '--quiet', '--detach', name);
      return (await freshness(root, range)).head;
    };
    expect(await at(three)).toBe('inside');
    expect(await at(two)).toBe('inside');
    expect(await at(four)).toBe('left');
    expect(await at(one)).toBe('left');
    git('checkout', '--quiet', '-b', 'side', two);
    commit({ side: 'x' });
    expect((await freshness(root, range)).head).toBe('left');
  });

  it('when its commits are gone, or were never there', async () => {
    const { root, git } = auditedRepository();
    const head = git('rev-parse', 'HEAD');
    expect(await freshness(root, `${head}..${'b'.repeat(40)}`)).toMatchObject({ head: 'left', stale: true });
    expect(await freshness(root, 'abcdef1..abcdef2')).toMatchObject({ head: 'left', stale: true });
  });

  it('is not known outside of git, or by a range that names no commits', async () => {
    const { root } = auditedRepository();
    for (const range of ['main..HEAD', '--output=x..HEAD', 'x', '$(id)..b'])
      expect(await freshness(root, range)).toMatchObject({ head: 'unknown', stale: false });
    const range = `${'a'.repeat(40)}..${'b'.repeat(40)}`;
    expect(await freshness(temporaryFolder(), range)).toMatchObject({ head: 'unknown' });
  });
});

describe('the commit that is checked out', () => {
  it('is read on a branch, detached, packed, and in a worktree', () => {
    const { root, commit, git } = auditedRepository();
    const first = commit();
    expect(headCommit(root)).toBe(first);
    git('pack-refs', '--all');
    expect(headCommit(root)).toBe(first);
    const worktree = `${temporaryFolder()}/tree`;
    git('worktree', 'add', '--quiet', worktree, '-b', 'side');
    expect(headCommit(worktree)).toBe(first);
    git('checkout', '--quiet', '--detach');
    expect(headCommit(root)).toBe(first);
  });

  it('is nothing before the first commit and outside of git', () => {
    const { root, git } = auditedRepository();
    git('checkout', '--quiet', '--orphan', 'fresh');
    expect(headCommit(root)).toBeUndefined();
    expect(headCommit(temporaryFolder())).toBeUndefined();
  });
});
