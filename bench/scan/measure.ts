// Holds the scan against repositories that a person judged by hand: npm run scan-quality -- FOLDER [--detail]
//
// FOLDER has a checkout of each judged repository as `owner+name`, at the commit that the judgement names. No source of
// theirs is kept here.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scanRepository } from '../../packages/ctx/src/scan/scan.js';
import { technologies } from '../../packages/ctx/src/scan/technology.js';

interface Judgement {
  readonly repository: string;
  readonly commit: string;
  /** All that it is made of, in the scan's own words. */
  readonly true: readonly string[];
  /** Also true, and found by the scan before the judge saw it. Counted apart. */
  readonly overlooked?: readonly string[];
}

const judgements = join(import.meta.dirname, 'judgements');
const [folder, ...options] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run scan-quality -- FOLDER [--detail]');
  process.exit(2);
}
const known = technologies();
for (const name of readdirSync(judgements).sort()) {
  const listed: readonly Judgement[] = JSON.parse(readFileSync(join(judgements, name), 'utf8'));
  const sums = { right: 0, wrong: 0, missed: 0, overlooked: 0, repositories: 0 };
  for (const judgement of listed) {
    const unknown = judgement.true.filter((word) => known.categoryOf(word) === undefined);
    if (unknown.length > 0)
      throw new Error(`${judgement.repository}: no such technology: ${unknown.join(', ')}`);
    const root = join(folder, judgement.repository.replace('/', '+'));
    if (!existsSync(root)) {
      console.log(`  ${judgement.repository} is not in ${folder}`);
      continue;
    }
    const found = (await scanRepository(root, undefined)).findings.map((finding) => finding.name);
    const wrong = found.filter((word) => !judgement.true.includes(word));
    const missed = judgement.true.filter((word) => !found.includes(word));
    sums.repositories++;
    sums.right += found.length - wrong.length;
    sums.wrong += wrong.length;
    sums.missed += missed.length;
    sums.overlooked += wrong.filter((word) => judgement.overlooked?.includes(word)).length;
    if (!options.includes('--detail') || wrong.length + missed.length === 0) continue;
    console.log(`  ${judgement.repository}`);
    if (wrong.length > 0) console.log(`    wrong  ${wrong.join(' ')}`);
    if (missed.length > 0) console.log(`    missed ${missed.join(' ')}`);
  }
  const { right, wrong, missed, overlooked } = sums;
  const shares = (more: number) =>
    `recall ${((right + more) / (right + more + missed)).toFixed(3)}, precision ${((right + more) / (right + wrong)).toFixed(3)}`;
  console.log(`${name}: ${sums.repositories} repositories, ${right + missed} judged facts: ${shares(0)}`);
  if (overlooked > 0) console.log(`  with ${overlooked} that the judge overlooked: ${shares(overlooked)}`);
}
