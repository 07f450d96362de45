// The scanner and the recommendations: how good they are on the labelled set, and how fast they are.

import { limited, type Row } from '../measure.js';
import { readCases } from './cases.js';
import { recommendQuality } from './quality.js';
import { recommendSpeed } from './speed.js';

const suite = {
  title: 'recommend: quality on the labelled set, speed on 103,000 entries and 100,000 files',
  async run(): Promise<readonly Row[]> {
    const quality = await recommendQuality();
    const { ctx, overlap, names, falseFindings } = quality;
    const better = (name: string, ours: number, theirs: number): Row => ({
      name,
      measured: `${ours.toFixed(3)} against ${theirs.toFixed(3)}`,
      limit: 'clearly better: by 0.2 or more',
      holds: ours >= theirs + 0.2,
    });
    return [
      limited(`false findings on ${readCases().length} repositories`, falseFindings, 0, ''),
      better('precision@5, keyword overlap', ctx.precision, overlap.precision),
      better('precision@5, exact names', ctx.precision, names.precision),
      better('recall@10, keyword overlap', ctx.recall, overlap.recall),
      better('recall@10, exact names', ctx.recall, names.recall),
      ...(await recommendSpeed()),
    ];
  },
};

export default suite;

// The quality table alone: tsx bench/recommend/run.ts [--detail]
if (process.argv[1] === import.meta.filename)
  await recommendQuality({ detail: process.argv.includes('--detail') });
