// A session as OpenTelemetry traces in a folder.

import { type ReadRuns, readRuns } from '../../session/read-runs.js';
import type { TracesWanted } from '../../traces/send-traces.js';
import { spanLines } from '../../traces/span-lines.js';
import { fillOutputFolder, type Output, type WrittenFolder } from '../output-folder.js';
import { tracesName } from '../verify/loose-kind.js';

export function writeTraces(wanted: TracesWanted, out: string, isPublic: boolean): WrittenFolder {
  const { session_id, head, runs } = fillOutputFolder(out, isPublic, (output) => fillTraces(wanted, output));
  return { session_id, out, chain_head: head.hash, runs: [...runs], files: [tracesName] };
}

/** A file is a function of the log alone: it says nothing of the machine. */
export function fillTraces({ path, only, content }: TracesWanted, output: Pick<Output, 'pieces'>): ReadRuns {
  const file = output.pieces(tracesName);
  const lines = spanLines({ content, only, resource: { 'service.name': 'ctx' } }, ({ text }) =>
    file.write(`${text}\n`),
  );
  const read = readRuns(path, only, lines.take);
  lines.end();
  file.end();
  return read;
}
