// Traces, trajectories and summaries: forms of others, with no place for a digest. Their form is checked, and what they say of
// their session; that nobody changed them only the session itself can show, out of which they are made again.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { digestOfFile } from '../tree/file-digest.js';
import type { CheckedFolder } from './check-export.js';
import { checkSummary } from './check-summary.js';
import { checkTraces } from './check-traces.js';
import { checkTrajectory } from './check-trajectory.js';
import type { Findings } from './findings.js';
import { entriesOf } from './folder-files.js';
import type { HowMade } from './loose-file.js';
import { type LooseKind, summaryName, tracesName, trajectoryEnding } from './loose-kind.js';

export interface LooseFacts extends CheckedFolder {
  /** Name → bytes. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly made: HowMade;
}

export function checkLooseFolder(folder: string, kind: LooseKind, findings: Findings): LooseFacts {
  const names: string[] = [];
  for (const entry of entriesOf(folder)) {
    if (!entry.isFile()) findings.add('entry_irregular', entry.name, 'it is not a regular file');
    else if (belongsTo(kind, entry.name)) names.push(entry.name);
    else findings.add('file_unexpected', entry.name, `it does not belong to ${called[kind]}`);
  }
  return checkLooseFiles(folder, names, kind, findings);
}

const called = { traces: 'traces', trajectories: 'trajectories', summary: 'a summary' } as const;

export function checkLooseFiles(
  folder: string,
  names: readonly string[],
  kind: LooseKind,
  findings: Findings,
): LooseFacts {
  const files = names.map((name) => {
    const path = join(folder, name);
    if (kind === 'traces') return { name, ...checkTraces(path, name, findings) };
    if (kind === 'trajectories') return { name, ...checkTrajectory(path, name, findings) };
    return { name, ...checkSummary(path, name, findings) };
  });
  const known = files.filter(({ session_id }) => session_id !== undefined);
  const [first] = known;
  for (const { name, session_id, chain_head } of known)
    if (session_id !== first?.session_id || chain_head !== first?.chain_head)
      findings.add(
        'evidence_untrue',
        name,
        'it belongs to another session, or to another state of the session, than the other files',
      );
  return {
    session_id: first?.session_id ?? '',
    chain_head: first?.chain_head,
    runs: files.flatMap(({ runs }) => runs),
    sizes: new Map(names.map((name) => [name, statSync(join(folder, name)).size])),
    made: files[0]?.made ?? {},
  };
}

/** `remade` are the digests of what the session gives; one run alone has fewer files. */
export function checkLooseAgainst(
  folder: string,
  remade: ReadonlyMap<string, string>,
  { sizes }: LooseFacts,
  findings: Findings,
): void {
  for (const name of sizes.keys()) {
    const expected = remade.get(name);
    if (expected === undefined)
      findings.add('not_of_session', name, 'the given session produces no such file');
    else if (digestOfFile(join(folder, name)) !== expected)
      findings.add(
        'not_of_session',
        name,
        'this version of ctx generates different bytes from the given session',
      );
  }
  if (sizes.size < 2) return;
  for (const name of remade.keys())
    if (!sizes.has(name))
      findings.add('evidence_missing', name, 'it is missing: the session has this run, too');
}

function belongsTo(kind: LooseKind, name: string): boolean {
  if (kind === 'traces') return name === tracesName;
  return kind === 'summary' ? name === summaryName : name.endsWith(trajectoryEnding);
}
