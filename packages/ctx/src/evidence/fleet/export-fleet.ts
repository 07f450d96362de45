// A fleet as a folder that others can check: its log, the log of every session, a report, one manifest over all of it, and the second
// reader, which checks the sessions without ctx.

import { basename, join } from 'node:path';
import { sha256 } from '../../disk/digest.js';
import { readBytes } from '../../disk/read.js';
import { fail } from '../../protocol/codes.js';
import { rowsOf, summaryOf } from '../../store/fleet-summary.js';
import { fillOutputFolder } from '../output-folder.js';
import { findingLine, newFindings } from '../verify/findings.js';
import { checkFleetFile } from '../verify/verify-fleet.js';
import { fleetReport } from './fleet-report.js';
import { logFile, manifestName, manifestText, reportName } from './manifest.js';

export interface ExportedFleet {
  readonly fleet_id: string;
  readonly chain_head: string;
  readonly files: readonly string[];
  readonly sessions: number;
}

export interface FleetOutput {
  readonly out: string;
  readonly isPublic: boolean;
  readonly verifier: ReadonlyMap<string, Uint8Array>;
}

/** What does not hold is not exported; what is not over yet is, as it stands. */
export function exportFleet(
  path: string,
  sessionsFolder: string,
  { out, isPublic, verifier }: FleetOutput,
): ExportedFleet {
  const findings = newFindings();
  const { state, chain_head } = checkFleetFile(path, sessionsFolder, findings);
  const worst = findings.list.find(({ verdict }) => verdict === 'fail');
  if (worst !== undefined || chain_head === undefined) {
    const first = findingLine(worst ?? { seq: 0, message: 'there is nothing in it', code: 'session_empty' });
    throw fail('verify_failed', { operation: 'export', target: path, first, more: findings.list.length - 1 });
  }
  const ended = [...state.sessions.values()].flatMap(({ logs }) => [...logs.values()]);
  const written = ended.filter(({ head }) => head !== undefined).map(({ log }) => log);
  const report = fleetReport(summaryOf(state, false), rowsOf(state), chain_head);
  const own = readBytes(path);
  return fillOutputFolder(out, isPublic, (output) => {
    const logs = new Map<string, string>();
    for (const log of written) {
      const bytes = readBytes(join(sessionsFolder, `${log}.jsonl`));
      logs.set(log, sha256(bytes));
      output.write(logFile(log), bytes);
    }
    const file = basename(path);
    const seq = own.toString('latin1').split('\n').length - 2;
    output.write(file, own);
    output.write(reportName, report);
    for (const [name, bytes] of verifier) output.write(name, bytes);
    const fleet = { file, head: { seq, hash: chain_head }, sha256: sha256(own) };
    output.write(manifestName, manifestText(state, { fleet, report: sha256(report), logs }));
    return {
      fleet_id: state.fleet_id,
      chain_head,
      files: [...output.names],
      sessions: written.length,
    };
  });
}
