import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/folder.js';
import { sharedFolder } from '../../test/shared-folder.js';
import type { Claim } from '../store/fleet-store.js';
import { sharedSession } from './shared-session.js';

it('keeps a snapshot of every workspace of a session, however often another one changes', async () => {
  const shared = sharedFolder(temporaryFolder());
  const { epoch, log } = shared.claim();
  const queued = { session_id: 's', priority: 0, provider: 'p', most: { microusd: 0, tokens: 0 }, runs: [] };
  const claim: Claim = { session: queued, log: 's', attempt: 1, begun: false, lost: false, epoch };
  const [quiet, busy] = [temporaryFolder({ 'a.txt': 'a' }), temporaryFolder({ 'b.txt': '0' })];
  const session = sharedSession(claim, log);
  const treeOf = async (root: string) => {
    const told = await session.keeperFor({ root, own: [] }).keep();
    if (told === undefined || !('kept' in told)) throw new Error('it was not kept');
    return told.kept.tree;
  };
  const first = await treeOf(quiet);
  const trees: string[] = [];
  for (let i = 1; i <= 5; i++) {
    writeFiles(busy, { 'b.txt': String(i) });
    trees.push(await treeOf(busy));
  }
  const there = await Promise.all(
    [first, ...trees].map(async (tree) => (await log.keptFiles(tree)) !== undefined),
  );
  // Of the busy one the last three: which of them the log names depends on how far its records have come.
  expect(there).toEqual([true, false, false, true, true, true]);
  // Whoever takes it over knows the last of each from the log, and keeps both as well.
  const known = new Map([
    [quiet, { tree: first }],
    [busy, { tree: trees.at(-1) ?? '' }],
  ]);
  const heir = sharedSession(claim, log, { trees: [], known });
  writeFiles(busy, { 'c.txt': 'later' });
  await heir.keeperFor({ root: busy, own: [join(busy, '.context')] }).keep();
  expect(await log.keptFiles(first)).toBeDefined();
  expect(await log.keptFiles(trees.at(-1) ?? '')).toBeDefined();
});
