// The session that a report or an export says it was made from: made again from the log, it must be the same bytes.

import type { Findings } from './findings.js';
import type { FolderFiles } from './folder-files.js';
import type { HowMade } from './loose-file.js';
import type { LooseKind } from './loose-kind.js';
import type { Verification } from './verification.js';

type Remade = ReadonlyMap<string, string | Uint8Array>;

export interface SourceSession {
  readonly verification: Verification;
  /** Only where the log can be read to its end. */
  report(): Remade;
  export(): Remade;
  /** Name → digest: these may be larger than memory. */
  loose(kind: LooseKind, made: HowMade): ReadonlyMap<string, string>;
}

/** Whether the session can be held against anything. */
export function sourceHolds({ verification }: SourceSession, findings: Findings): boolean {
  const { verdict, findings: of } = verification;
  if (verdict !== 'pass') {
    const why = `the session itself does not pass: ${of[0]?.message ?? verdict}`;
    findings.add(verdict === 'fail' ? 'session_fails' : 'session_incomplete', '.', why);
  }
  return verdict !== 'fail';
}

/** `ours` are the files that were looked at; a report or an export of one run alone has fewer than the session gives. */
export function checkAgainst(
  source: SourceSession,
  kind: 'report' | 'export',
  ours: FolderFiles,
  findings: Findings,
): void {
  if (!sourceHolds(source, findings)) return;
  const remade = source[kind]();
  for (const [name, bytes] of ours) {
    const expected = remade.get(name);
    if (expected === undefined)
      findings.add('not_of_session', name, 'the given session produces no such file');
    else if (!bytes.equals(Buffer.from(expected)))
      findings.add(
        'not_of_session',
        name,
        'this version of ctx generates different bytes from the given session',
      );
  }
}
