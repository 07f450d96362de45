// A session as trajectories, a file a run.

import { fillOutputFolder } from '../../evidence/output-folder.js';
import { trajectoryFold } from '../../evidence/trajectory/trajectory-files.js';
import type { FolderAnswer } from '../evidence-answer.js';
import { readLog } from './runs-of-log.js';

export function writeTrajectories(
  { path, only }: { readonly path: string; readonly only: string | undefined },
  out: string,
  isPublic: boolean,
): FolderAnswer {
  return fillOutputFolder(out, isPublic, (output) => {
    const fold = trajectoryFold(output, only);
    const { session_id, head, runs } = readLog(path, only, fold.take);
    fold.end(head.hash);
    return { session_id, out, chain_head: head.hash, runs: [...runs], files: [...output.names].sort() };
  });
}
