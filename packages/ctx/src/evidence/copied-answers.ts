// What a log tells that was told already: forks and copies of a session begin with the same answers, which have the same ids, or are the
// same records where their provider gives none. The calls of such an answer are the same, too.

import type { RecordOf } from '../protocol/records.js';

/** The answers of all logs so far, by the agent and the provider's id or the record. */
export type ToldAnswers = Set<string>;

type OpenedRun = Pick<RecordOf<'run.opened'>, 'run_id' | 'parent' | 'retells'> & {
  readonly agent: { readonly name: string };
};

/** One log, read from its beginning. */
export interface CopiedAnswers {
  /** Runs that another one of this log tells again: they count as that one tells them. */
  readonly retold: ReadonlySet<string>;
  open(run: OpenedRun): void;
  /** The run that a record belongs to; some name none. */
  runOf(run_id: string | undefined): string;
  openTurn(run_id: string): void;
  /** Takes an answer, and says whether it was told already: the provider's id, or else the hash of its record. */
  answer(run_id: string, id: string): boolean;
  /** Whether the turn's last answer was, and so are the calls that follow it. */
  isCopying(run_id: string): boolean;
  /** What this log told is told for those that are read after it. */
  end(): void;
}

export function copiedAnswers(told: ToldAnswers): CopiedAnswers {
  const retold = new Set<string>();
  const agents = new Map<string, string>();
  const copying = new Set<string>();
  /** Which run of this log told an answer. */
  const tellers = new Map<string, string>();
  let main = '';
  return {
    retold,
    open({ run_id, parent, agent, retells }) {
      if (parent === undefined) main = run_id;
      agents.set(run_id, agent.name);
      if (retells !== undefined) retold.add(retells);
    },
    runOf: (run_id) => run_id ?? main,
    openTurn: (run_id) => copying.delete(run_id),
    answer(run_id, id) {
      copying.delete(run_id);
      const key = `${agents.get(run_id) ?? 'ctx'} ${id}`;
      const teller = tellers.get(key);
      const isCopy = told.has(key) || (teller !== undefined && !retold.has(teller));
      if (isCopy) copying.add(run_id);
      else tellers.set(key, run_id);
      return isCopy;
    },
    isCopying: (run_id) => copying.has(run_id),
    end() {
      for (const [key, teller] of tellers) if (!retold.has(teller)) told.add(key);
    },
  };
}
