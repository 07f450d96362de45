// Says that a fleet of a shared store changed: it is asked every second while somebody looks. The first answer counts as a change, since
// nobody knows what was written between the page's own look and this one.

import { Failure } from '../protocol/failure.js';
import type { Statements } from '../store/postgres/connections.js';
import { textOf } from '../store/postgres/rows.js';
import type { WatchedFolder } from './watch-folder.js';

const lookMs = 1000;

export interface StoreWatch {
  readonly statements: Statements;
  /** Whether a page is open. */
  readonly isWanted: () => boolean;
  readonly changed: () => void;
}

export function watchStore({ statements, isWanted, changed }: StoreWatch): WatchedFolder {
  let known: string | undefined;
  let isAsking = false;
  const look = async () => {
    if (isAsking || !isWanted()) return;
    isAsking = true;
    const now = await stampOf(statements);
    isAsking = false;
    if (now === known) return;
    known = now;
    changed();
  };
  const timer = setInterval(() => void look(), lookMs).unref();
  return { close: () => clearInterval(timer) };
}

/** Another one whenever something was written, a lease ran out, or the store went away or came back. */
async function stampOf(statements: Statements): Promise<string> {
  try {
    const [row] = await statements.rows(
      `select concat_ws(' ', count(*), sum(head_seq::bigint), max(head_at),
         (select count(*) from ctx.session where state = 'running' and lease_until < clock_timestamp())) as stamp from ctx.fleet`,
    );
    return row === undefined ? '' : textOf(row, 'stamp');
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}
