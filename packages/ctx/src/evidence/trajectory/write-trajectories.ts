// A session as trajectories, a file a run.

import { type ReadRuns, readRuns } from '../../session/read-runs.js';
import { fillOutputFolder, type Output, type WrittenFolder } from '../output-folder.js';
import { trajectoryFold } from './trajectory-files.js';

interface TrajectoriesWanted {
  readonly path: string;
  readonly only: string | undefined;
}

export function writeTrajectories(wanted: TrajectoriesWanted, out: string, isPublic: boolean): WrittenFolder {
  return fillOutputFolder(out, isPublic, (output) => {
    const { session_id, head, runs } = fillTrajectories(wanted, output);
    return { session_id, out, chain_head: head.hash, runs: [...runs], files: [...output.names].sort() };
  });
}

export function fillTrajectories(
  { path, only }: TrajectoriesWanted,
  output: Pick<Output, 'pieces'>,
): ReadRuns {
  const fold = trajectoryFold(output, only);
  const read = readRuns(path, only, fold.take);
  fold.end(read.head.hash);
  return read;
}
