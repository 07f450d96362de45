// A session as trajectories, a file a run, while its log is read.

import { isOfSubagent, type RecordOf, type SessionRecord } from '../../protocol/records.js';
import type { Output, OutputFile } from '../output-folder.js';
import { trajectoryEnding } from '../verify/loose-kind.js';
import { Trajectory } from './trajectory.js';

type Pieces = Pick<Output, 'pieces'>;

interface RunFile {
  readonly run_id: string;
  readonly trajectory: Trajectory;
  /** Ends the file for now: many runs must not hold as many files open. */
  readonly rest: () => void;
}

export interface TrajectoryFold {
  take(record: SessionRecord): void;
  /** The log was read: `head` is its last hash. */
  end(head: string): void;
}

/** `only` is the one run that is wanted. */
export function trajectoryFold(output: Pieces, only: string | undefined): TrajectoryFold {
  const subagents = new Map<string, RunFile>();
  const all: RunFile[] = [];
  const continued = new Map<string, string>();
  let main: RunFile | undefined;
  let session_id = '';

  function open(record: RecordOf<'run.opened'>): void {
    const { run_id, parent, continues } = record;
    const file = `${run_id}${trajectoryEnding}`;
    if (continues !== undefined) continued.set(continues, file);
    if (parent !== undefined)
      (subagents.get(parent.run_id) ?? main)?.trajectory.started(run_id, parent.call_id, file);
    const { write, rest } = only === undefined || only === run_id ? fileIn(output, file) : nowhere;
    const opened = { run_id, rest, trajectory: new Trajectory(record, { session_id, write }) };
    all.push(opened);
    if (parent === undefined) main = opened;
    else subagents.set(run_id, opened);
  }

  function close({ run_id, parent, stop_reason }: RecordOf<'run.closed'>): void {
    const run = parent === undefined ? main : subagents.get(run_id);
    if (run === undefined) return;
    run.trajectory.close(stop_reason);
    run.rest();
    if (parent === undefined) main = undefined;
    else {
      subagents.delete(run_id);
      (subagents.get(parent) ?? main)?.trajectory.spentBelow(run.trajectory.cost);
    }
  }

  return {
    take(record) {
      if (record.type === 'session.opened') session_id = record.session_id;
      else if (record.type === 'run.opened') open(record);
      else if (record.type === 'run.closed') close(record);
      else (isOfSubagent(record) ? subagents.get(record.run_id ?? '') : main)?.trajectory.take(record);
    },
    end(chain_head) {
      for (const { run_id, trajectory, rest } of all) {
        trajectory.end({ chain_head, continued: continued.get(run_id) });
        rest();
      }
    },
  };
}

const nowhere = { write: () => {}, rest: () => {} };

function fileIn(output: Pieces, name: string) {
  let pieces: OutputFile | undefined;
  return {
    write(text: string) {
      pieces ??= output.pieces(name);
      pieces.write(text);
    },
    rest() {
      pieces?.end();
      pieces = undefined;
    },
  };
}
