// What a statement tells of a session, gathered while verify reads it.

import { digestOf } from '../../disk/digest.js';
import { canonical } from '../../protocol/json.js';
import { genesis, type RecordOf, type SessionRecord } from '../../protocol/records.js';
import type { Verification } from '../verify/verification.js';
import type { Predicate, SignedRun } from './statement.js';

export interface SignedFacts {
  take(record: SessionRecord): void;
  told(): Pick<Predicate, 'range' | 'format' | 'contract' | 'openedAt' | 'lastAt' | 'origin'> & {
    readonly runs: SignedRun[];
  };
}

export function signedFacts(): SignedFacts {
  const runs = new Map<string, SignedRun>();
  let first: RecordOf<'session.opened'> | undefined;
  let last: SessionRecord | undefined;
  return {
    take(record) {
      last = record;
      if (record.type === 'session.opened') first ??= record;
      else if (record.type === 'run.opened') runs.set(record.run_id, runOf(record));
      else if (record.type === 'run.closed') {
        const { run_id, stop_reason: stopReason, totals } = record;
        const run = runs.get(run_id) ?? { runId: run_id, stopReason };
        runs.set(run_id, { ...run, stopReason, totals });
      }
    },
    told() {
      const { origin } = first ?? {};
      return {
        ...(last !== undefined && {
          range: { fromSeq: 0, toSeq: last.seq, prevHashBefore: genesis },
          lastAt: last.at,
        }),
        ...(first !== undefined && { format: first.format, contract: first.contract, openedAt: first.at }),
        ...(origin !== undefined && { origin: { kind: origin.kind, agent: origin.agent.name } }),
        runs: [...runs.values()],
      };
    },
  };
}

function runOf({ run_id, agent, settings, capture, fence }: RecordOf<'run.opened'>): SignedRun {
  const { sandbox, profile } = fence ?? {};
  return {
    runId: run_id,
    stopReason: 'open',
    agent: { name: agent.name, ...(agent.version !== undefined && { version: agent.version }) },
    model: settings.model,
    capture,
    policy: { digest: digestOf(canonical(settings.policy)), ...(profile !== undefined && { profile }) },
    ...(sandbox !== undefined && {
      sandbox: {
        backend: sandbox.backend,
        network: sandbox.network,
        ...(sandbox.version !== undefined && { version: sandbox.version }),
        ...(sandbox.plan_digest !== undefined && { planDigest: sandbox.plan_digest }),
      },
    }),
  };
}

/** What verify said, as a statement tells it; nothing where it said that it does not hold. */
export function verdictToSign({
  verdict,
  proves,
  findings,
}: Verification): Predicate['verification'] | undefined {
  if (verdict === 'fail') return undefined;
  return { verdict, proves, findings: [...new Set(findings.map(({ code }) => code))] };
}
