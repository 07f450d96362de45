// The sessions that wait, provider by provider: the highest priority first, then who came first. What waits for a time waits aside.

import type { FleetSession } from './fleet-state.js';

export class WaitingLine {
  readonly #ready = new Map<string, FleetSession[]>();
  #later: FleetSession[] = [];

  put(session: FleetSession, now: number): void {
    if (session.notBefore > now) {
      insert(this.#later, session, (a, b) => a.notBefore - b.notBefore || inOrder(a, b));
      return;
    }
    const { provider } = session.queued;
    const line = this.#ready.get(provider) ?? [];
    this.#ready.set(provider, line);
    insert(line, session, inOrder);
  }

  /** The first that may begin; it is taken out of the line. */
  take(
    now: number,
    isOpen: (provider: string) => boolean,
    fits: (session: FleetSession) => boolean,
  ): FleetSession | undefined {
    this.#wake(now);
    let best:
      | { readonly line: FleetSession[]; readonly at: number; readonly session: FleetSession }
      | undefined;
    for (const [provider, line] of this.#ready) {
      if (!isOpen(provider)) continue;
      const at = line.findIndex((session) => session.state === 'queued' && fits(session));
      const session = line[at];
      if (session !== undefined && (best === undefined || inOrder(session, best.session) < 0))
        best = { line, at, session };
    }
    best?.line.splice(best.at, 1);
    return best?.session;
  }

  /** When the next one that waits for a time is due. */
  get nextAt(): number | undefined {
    return this.#later.find(({ state }) => state === 'queued')?.notBefore;
  }

  #wake(now: number): void {
    const due = this.#later.filter(({ notBefore }) => notBefore <= now);
    if (due.length === 0) return;
    this.#later = this.#later.filter(({ notBefore }) => notBefore > now);
    for (const session of due) this.put(session, now);
  }
}

function inOrder(a: FleetSession, b: FleetSession): number {
  return b.queued.priority - a.queued.priority || a.order - b.order;
}

function insert(
  line: FleetSession[],
  session: FleetSession,
  compare: (a: FleetSession, b: FleetSession) => number,
): void {
  let [low, high] = [0, line.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = line[middle];
    if (there !== undefined && compare(there, session) <= 0) low = middle + 1;
    else high = middle;
  }
  line.splice(low, 0, session);
}
