// Measures the scanner and the recommendations on the labelled set, next to two baselines.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '../../packages/ctx/src/catalog/entry.js';
import { buildIndex } from '../../packages/ctx/src/catalog/index/build.js';
import { memoryStorage, openBytes } from '../../packages/ctx/src/catalog/index/bytes.js';
import { type CatalogIndex, readIndex } from '../../packages/ctx/src/catalog/index/read.js';
import { interestsOf } from '../../packages/ctx/src/catalog/interests.js';
import { readSource } from '../../packages/ctx/src/catalog/read-source.js';
import { recommend } from '../../packages/ctx/src/catalog/recommend.js';
import type { Source } from '../../packages/ctx/src/catalog/sources.js';
import { scanRepository } from '../../packages/ctx/src/scan/scan.js';
import { inFolder } from '../place.js';
import { exactNames, keywordOverlap, type Ranking } from './baselines.js';
import { type Case, readCases, writeFiles } from './cases.js';
import { mean, measure } from './measure.js';

interface Result {
  readonly which: Case;
  readonly falseFindings: readonly string[];
  readonly missedFindings: readonly string[];
  readonly rankings: Readonly<Record<'ctx' | 'keyword overlap' | 'exact names', Ranking>>;
}

export interface Quality {
  readonly ctx: Measures;
  readonly overlap: Measures;
  readonly names: Measures;
  readonly falseFindings: number;
}

interface Measures {
  readonly precision: number;
  readonly recall: number;
  readonly unwanted: number;
}

/** Prints a table for each half and for all; returns the test half's numbers. */
export async function recommendQuality(options: { readonly detail?: boolean } = {}): Promise<Quality> {
  const starter = starterSource();
  const entries = [...readSource(starter, ({ item, why }) => console.error(`${item}: ${why}`))];
  const index = readIndex(openBytes(memoryStorage(buildIndex([starter]).bytes)));
  const results: Result[] = [];
  for (const which of readCases()) results.push(await resultOf(which, entries, index));
  const halves = {
    tuning: results.filter(inHalf('tuning')),
    test: results.filter(inHalf('test')),
    all: results,
  };
  for (const [title, own] of Object.entries(halves)) report(title, own);
  if (options.detail) for (const result of results) explain(result);
  return {
    ctx: measuresOf(halves.test, 'ctx'),
    overlap: measuresOf(halves.test, 'keyword overlap'),
    names: measuresOf(halves.test, 'exact names'),
    falseFindings: results.reduce((sum, { falseFindings }) => sum + falseFindings.length, 0),
  };
}

function inHalf(half: Case['half']) {
  return ({ which }: Result) => which.half === half;
}

async function resultOf(which: Case, entries: readonly Entry[], index: CatalogIndex): Promise<Result> {
  const scan = await inFolder((folder) => {
    writeFiles(folder, which.files);
    return scanRepository(folder, undefined);
  });
  const names = scan.findings.map(({ name }) => name);
  const interests = interestsOf(scan.findings, which.task ?? '');
  const bundle = recommend(index, { interests, installed: [], each: 5 });
  return {
    which,
    falseFindings: names.filter((name) => !which.true.includes(name)),
    missedFindings: which.true.filter((name) => !names.includes(name)),
    rankings: {
      ctx: bundle.chosen.map(({ entry }) => entry.id),
      'keyword overlap': keywordOverlap(entries, which),
      'exact names': exactNames(entries, which),
    },
  };
}

function measuresOf(results: readonly Result[], ranking: keyof Result['rankings']): Measures {
  const measured = results.map((result) => measure(result.rankings[ranking], result.which));
  return {
    precision: mean(measured.map(({ precision5 }) => precision5)),
    recall: mean(measured.map(({ recall10 }) => recall10)),
    unwanted: measured.reduce((sum, { unwanted10 }) => sum + unwanted10, 0),
  };
}

function report(title: string, results: readonly Result[]) {
  console.log(`\n  ${title}: ${results.length} repositories`);
  console.log(`  ${'ranking'.padEnd(18)}precision@5  recall@10  unwanted in ten`);
  for (const ranking of ['ctx', 'keyword overlap', 'exact names'] as const) {
    const { precision, recall, unwanted } = measuresOf(results, ranking);
    const cells = [
      precision.toFixed(3).padStart(11),
      recall.toFixed(3).padStart(9),
      String(unwanted).padStart(15),
    ];
    console.log(`  ${ranking.padEnd(18)}${cells.join('  ')}`);
  }
  const count = (of: (result: Result) => readonly string[]) =>
    results.reduce((sum, result) => sum + of(result).length, 0);
  const [wrong, missed] = [count((result) => result.falseFindings), count((result) => result.missedFindings)];
  console.log(`  findings: ${wrong} false, ${missed} missed`);
}

function explain({ which, falseFindings, missedFindings, rankings }: Result) {
  const { precision5, recall10 } = measure(rankings.ctx, which);
  console.log(
    `\n${which.name} (${which.half}) p@5 ${precision5.toFixed(2)} r@10 ${recall10?.toFixed(2) ?? '-'}`,
  );
  if (falseFindings.length > 0) console.log(`  FALSE ${falseFindings.join(', ')}`);
  if (missedFindings.length > 0) console.log(`  missed ${missedFindings.join(', ')}`);
  for (const id of rankings.ctx.slice(0, 10)) {
    const mark = Object.hasOwn(which.wanted, id) ? '+' : Object.hasOwn(which.must_not, id) ? '!' : ' ';
    console.log(`  ${mark} ${id}`);
  }
}

function starterSource(): Source {
  const file = join(import.meta.dirname, '../../packages/ctx/starter-catalog/entries.jsonl');
  return { name: 'starter', file, bytes: statSync(file).size, stamp: 'bench' };
}
