// The rules of what stands beside runs and turns: sources that were looked at, snapshots, findings, moves and claims.

import type { Aside, Origin, RecordOf, SessionRecord } from '../../protocol/records.js';
import type { Findings } from './findings.js';
import type { RunCheck } from './run-check.js';

export interface AsideCheck {
  /** Whether a file of another agent was looked at before. */
  readonly hasSources: boolean;
  /** Findings that the session itself holds. */
  readonly noted: readonly Noted[];
  /** Where it was moved to, and did not come back from. */
  readonly movedTo: string | undefined;
  begin(origin: Origin | undefined): void;
  take(record: Aside, run: RunCheck | undefined): void;
  /** Before any record: whether the session is here at all. */
  checkPresence(record: SessionRecord): void;
  move(record: RecordOf<'session.moved'>): void;
  claim(record: RecordOf<'session.claimed'>): void;
}

export interface Noted {
  readonly seq: number;
  readonly code: string;
  readonly says: string;
}

/** More than this nobody reads. */
const mostNoted = 100;

export function asideCheck(findings: Findings): AsideCheck {
  const sizes = new Map<string, number>();
  const trees = new Set<string>();
  const noted: Noted[] = [];
  let movedTo: string | undefined;
  let epoch = -1;

  function observe(
    seq: number,
    { source, from = 0, size }: Pick<RecordOf<'source.observed'>, 'source' | 'from' | 'size'>,
  ) {
    if (from > size || (from !== 0 && from !== sizes.get(source)))
      findings.add('source_untrue', seq, `the part read of ${source} does not follow the part read before`);
    sizes.set(source, size);
  }

  return {
    noted,
    get movedTo() {
      return movedTo;
    },
    get hasSources() {
      return sizes.size > 0;
    },
    begin(origin) {
      for (const source of origin?.sources ?? []) observe(0, source);
      if (origin?.kind === 'imported' && sizes.size === 0)
        findings.add('capture_untrue', 0, 'the session claims to be imported, but names no file');
    },
    take(record, run) {
      const { seq } = record;
      switch (record.type) {
        case 'source.observed':
          observe(seq, record);
          for (const { what, of, held } of record.checked ?? [])
            if (held > of)
              findings.add('source_untrue', seq, `it counts more ${what} as valid than it counted in all`);
          return;
        case 'workspace.changed':
          checkChange(record, run, findings);
          return;
        case 'workspace.snapshot':
          trees.add(record.tree);
          return;
        case 'workspace.restored':
          if (!trees.has(record.tree))
            findings.add('restored_unknown', seq, 'no earlier snapshot has the tree that was restored');
          return;
        case 'finding':
          if (record.records.some((about) => about >= seq))
            findings.add('finding_untrue', seq, 'it refers to a later record');
          if (noted.length < mostNoted) noted.push({ seq, code: record.code, says: record.says });
      }
    },
    checkPresence({ seq, type }) {
      const isAbout = type === 'session.moved' || type === 'session.claimed' || type === 'session.repaired';
      if (movedTo !== undefined && !isAbout)
        findings.add('moved_untrue', seq, `it continued here after it had been moved to ${movedTo}`);
    },
    move({ seq, way, peer, tree, unanswered }) {
      if (unanswered === true && way === 'in' && noted.length < mostNoted)
        noted.push({
          seq,
          code: 'taken_back_unanswered',
          says: `it was taken back from ${peer} without an answer from that machine, where it may continue as well`,
        });
      if (unanswered === true && way === 'out')
        findings.add('moved_untrue', seq, 'it was moved out, and this record cannot take it back');
      if (tree !== undefined) trees.add(tree);
      if (way === 'in' && movedTo === undefined)
        findings.add('moved_untrue', seq, 'it came in without having been moved out');
      if (way === 'out' && movedTo !== undefined)
        findings.add('moved_untrue', seq, `it was moved out again, although it was already at ${movedTo}`);
      movedTo = way === 'out' ? peer : undefined;
    },
    claim(record) {
      if (record.epoch <= epoch)
        findings.add('claim_untrue', record.seq, `epoch ${record.epoch} does not come after epoch ${epoch}`);
      epoch = record.epoch;
    },
  };
}

function checkChange(
  { seq, by, call_id }: RecordOf<'workspace.changed'>,
  run: RunCheck | undefined,
  findings: Findings,
): void {
  if ((by === 'call') !== (call_id !== undefined))
    findings.add('change_untrue', seq, 'it does not name the call that made the change');
  else if (call_id !== undefined && run?.turn?.requested.has(call_id) !== true)
    findings.add('change_untrue', seq, `no call ${call_id} ran in this turn`);
  else if (by === 'turn' && run?.turn === undefined)
    findings.add('change_untrue', seq, 'no turn is open that could have made the change');
}
