// A session as trajectories, a file a run.

import { fillOutputFolder, type Output } from '../../evidence/output-folder.js';
import { trajectoryFold } from '../../evidence/trajectory/trajectory-files.js';
import type { FolderAnswer } from '../evidence-answer.js';
import { type ReadLog, readLog } from './runs-of-log.js';

interface TrajectoriesWanted {
  readonly path: string;
  readonly only: string | undefined;
}

export function writeTrajectories(wanted: TrajectoriesWanted, out: string, isPublic: boolean): FolderAnswer {
  return fillOutputFolder(out, isPublic, (output) => {
    const { session_id, head, runs } = fillTrajectories(wanted, output);
    return { session_id, out, chain_head: head.hash, runs: [...runs], files: [...output.names].sort() };
  });
}

export function fillTrajectories(
  { path, only }: TrajectoriesWanted,
  output: Pick<Output, 'pieces'>,
): ReadLog {
  const fold = trajectoryFold(output, only);
  const read = readLog(path, only, fold.take);
  fold.end(read.head.hash);
  return read;
}
