// A verdict over a fleet that was exported: its logs as in their place, every file by the digest that the manifest has of it, and
// nothing besides.

import { join } from 'node:path';
import { sha256 as digestOfBytes } from '../../disk/digest.js';
import { canonical } from '../../protocol/json.js';
import { fleetEnding } from '../../store/fleets-folder.js';
import { verifierFiles } from '../export/verifier.js';
import { type Manifest, manifestDocument, manifestName } from '../fleet/manifest.js';
import { checkVerifier } from './check-verifier.js';
import { type Findings, newFindings } from './findings.js';
import { bytesOf, entriesOf } from './folder-files.js';
import { sealedJson } from './sealed-json.js';
import type { Verification, VerifyOptions } from './verification.js';
import { checkFleetFile, type FleetFacts, fleetAnswer } from './verify-fleet.js';

export function verifyFleetFolder(path: string, { head }: VerifyOptions = {}): Verification {
  const findings = newFindings();
  const names = filesBelow(path, findings);
  const [log = '', ...others] = names.filter((name) => name.endsWith(fleetEnding) && !name.includes('/'));
  for (const other of others) findings.add('file_unexpected', other, 'an export has only one fleet');
  const facts = checkFleetFile(join(path, log), join(path, 'sessions'), findings);
  checkManifest(path, names, facts, findings);
  if (head !== undefined && head !== facts.chain_head)
    findings.add('head_mismatch', log, 'the last record of the fleet does not have the given head');
  return {
    ...fleetAnswer(path, facts, head, findings),
    files: names.length,
    checked: [
      'every record of the fleet and of its sessions, and their chains',
      'the end of every log, against the fleet and the manifest',
      'the digest of every file, against the manifest',
      'verify.py, against the one that ctx ships',
    ],
    not_checked: head === undefined ? ['that the export was not rewritten as a whole'] : [],
  };
}

function checkManifest(path: string, names: readonly string[], facts: FleetFacts, findings: Findings): void {
  if (!names.includes(manifestName)) {
    findings.add('export_missing', manifestName, 'the manifest is missing');
    return;
  }
  const bytes = bytesOf(join(path, manifestName));
  const read = sealedJson(manifestDocument, bytes ?? Buffer.alloc(0));
  if (!('value' in read)) {
    findings.add('export_malformed', manifestName, read.why);
    return;
  }
  const manifest = read.value;
  const claimed = [manifest.fleet, manifest.report, ...manifest.sessions];
  const expected = new Set([manifestName, ...verifierFiles.keys(), ...claimed.map(({ file }) => file)]);
  const contentOf = (name: string) => (names.includes(name) ? bytesOf(join(path, name)) : undefined);
  for (const name of names)
    if (!expected.has(name)) findings.add('file_unexpected', name, 'the manifest does not name it');
  for (const { file, sha256 } of claimed) {
    const content = contentOf(file);
    if (content === undefined)
      findings.add('export_missing', file, 'the manifest names it, but it is missing');
    else if (digestOfBytes(content) !== sha256)
      findings.add('export_digest_mismatch', file, 'it is not the file that the manifest names');
  }
  checkVerifier(contentOf, findings);
  checkHeads(manifest, facts, findings);
}

/** The manifest says of every log what the fleet's own log says. */
function checkHeads(
  { fleet, sessions, totals, spent, fleet_id }: Manifest,
  facts: FleetFacts,
  findings: Findings,
) {
  const { state, records, chain_head } = facts;
  const known = [...state.sessions.values()].flatMap(({ queued: { session_id }, logs }) =>
    [...logs.values()].flatMap(({ log, head, outcome, cause }) =>
      head === undefined ? [] : [{ session_id, log, head, outcome, cause }],
    ),
  );
  const told = sessions.map(({ session_id, log, head, outcome, cause }) => ({
    session_id,
    log,
    head,
    outcome,
    cause,
  }));
  const isTrue =
    fleet_id === state.fleet_id &&
    fleet.head.hash === chain_head &&
    fleet.head.seq === records - 1 &&
    canonical(told) === canonical(known) &&
    canonical(spent) === canonical(state.spent);
  if (!isTrue) findings.add('export_untrue', manifestName, 'it differs from the fleet’s log');
  if (facts.totals !== canonical(totals))
    findings.add('totals_untrue', manifestName, 'its totals differ from those of the fleet’s log');
}

function filesBelow(folder: string, findings: Findings): string[] {
  const names: string[] = [];
  const walk = (below: string) => {
    for (const entry of entriesOf(join(folder, below))) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory() && name === 'sessions') walk(name);
      else if (entry.isFile()) names.push(name);
      else findings.add('entry_irregular', name, 'it is not a regular file');
    }
  };
  walk('');
  return names.toSorted();
}
