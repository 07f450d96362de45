// What sessions came to, by day, agent, model and project. Nothing is counted twice: an answer that stands in several logs counts in
// the first, with its calls and its turn, and a run that another one tells again counts as that one tells it.

import type { SessionRecord } from '../../protocol/records.js';
import { recordIn, wholeLines } from '../../session/record-line.js';
import type { RecordShapes } from '../../session/shape.js';
import { copiedAnswers, type ToldAnswers } from '../copied-answers.js';
import { type CountedRun, countedRun, type Estimate } from './counted-run.js';
import { addTo, noSums, type Sums } from './sums.js';

export const dimensions = ['day', 'agent', 'model', 'project'] as const;
export type Dimension = (typeof dimensions)[number];

export interface Stats {
  readonly total: Sums;
  readonly by: { readonly [K in Dimension]: ReadonlyMap<string, Sums> };
  /** Answers that stand in more than one log, or more than once in one, and counted once. */
  repeated_answers: number;
  /** Runs that another one tells again. */
  retold_runs: number;
}

export interface StatsFold {
  /** One session's log, already open. False where it is none. */
  add(descriptor: number, project: string): boolean;
  readonly stats: Stats;
}

export function statsFold(shapes: RecordShapes, estimate: Estimate, since = ''): StatsFold {
  const by = {
    day: new Map<string, Sums>(),
    agent: new Map<string, Sums>(),
    model: new Map<string, Sums>(),
    project: new Map<string, Sums>(),
  };
  const stats: Stats = { total: noSums(), by, repeated_answers: 0, retold_runs: 0 };
  const told: ToldAnswers = new Set();

  return {
    stats,
    add(descriptor, project) {
      const copies = copiedAnswers(told);
      const runs = new Map<string, CountedRun>();
      let isSession = false;
      for (const record of recordsIn(descriptor, shapes)) {
        isSession ||= record.type === 'session.opened';
        if (!isSession) return false;
        if (record.type === 'run.opened') {
          copies.open(record);
          runs.set(record.run_id, countedRun(record, copies, estimate, since));
        }
        runs.get(copies.runOf(record.run_id))?.take(record);
      }
      copies.end();
      for (const run_id of copies.retold) runs.delete(run_id);
      stats.retold_runs += copies.retold.size;
      addRuns(runs.values(), project);
      return isSession;
    },
  };

  function addRuns(runs: Iterable<CountedRun>, project: string): void {
    const seen = new Set<Sums>();
    for (const run of runs) {
      const { agent, parts, repeated_answers } = run.end();
      stats.repeated_answers += repeated_answers;
      for (const { day, model, sums } of parts)
        for (const place of placesOf({ day, agent, model, project })) {
          addTo(place, sums);
          if (!seen.has(place)) place.sessions += 1;
          seen.add(place);
        }
    }
  }

  function placesOf(values: { readonly [K in Dimension]: string | undefined }): Sums[] {
    const named = dimensions.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [sumsIn(by[name], value)];
    });
    return [stats.total, ...named];
  }
}

const wanted =
  /"type":"(?:session\.opened|run\.opened|turn\.opened|model\.responded|model\.failed|usage\.reported|tool\.requested|tool\.denied|tool\.returned)"/;
/** A result that is no error counts nothing. */
const fine = /"is_error":false/;

function* recordsIn(descriptor: number, shapes: RecordShapes): Generator<SessionRecord, void> {
  for (const line of wholeLines(descriptor)) {
    if (!wanted.test(line) || (line.includes('"type":"tool.returned"') && fine.test(line))) continue;
    const record = recordIn(line, shapes);
    if (record !== undefined) yield record;
  }
}

function sumsIn(map: Map<string, Sums>, key: string): Sums {
  const found = map.get(key) ?? noSums();
  map.set(key, found);
  return found;
}
