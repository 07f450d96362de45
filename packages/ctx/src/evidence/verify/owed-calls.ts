// The calls of one answer while verify reads what became of them. One answer may hold tens of thousands, so each is found by
// its id; models have been seen to use an id twice, so an id may have several, which are dealt with in their order.

export interface OwedCall {
  readonly call_id: string;
  readonly tool: string;
  /** Nothing where the model's input was no JSON. */
  readonly input: string | undefined;
  state: 'owed' | 'requested' | 'closed';
}

/** Calls of one id; none before `owed` is owed, and none before `open` is open, any more. */
interface SameId {
  readonly calls: OwedCall[];
  owed: number;
  open: number;
}

export class OwedCalls {
  readonly all: readonly OwedCall[];
  readonly #byId = new Map<string, SameId>();
  #unclosed: number;

  constructor(all: readonly OwedCall[]) {
    this.all = all;
    this.#unclosed = all.length;
    for (const call of all) {
      const same = this.#byId.get(call.call_id);
      if (same === undefined) this.#byId.set(call.call_id, { calls: [call], owed: 0, open: 0 });
      else same.calls.push(call);
    }
  }

  get areClosed(): boolean {
    return this.#unclosed === 0;
  }

  /** The first of that id that nobody has let through or denied. */
  owed(id: string): OwedCall | undefined {
    const same = this.#byId.get(id);
    if (same === undefined) return undefined;
    while (same.calls[same.owed] !== undefined && same.calls[same.owed]?.state !== 'owed') same.owed += 1;
    return same.calls[same.owed];
  }

  /** The first of that id that may return: one that was let through, or whose input could not be read. */
  returning(id: string): OwedCall | undefined {
    const same = this.#byId.get(id);
    if (same === undefined) return undefined;
    while (same.calls[same.open]?.state === 'closed') same.open += 1;
    for (let at = same.open; at < same.calls.length; at++) {
      const call = same.calls[at];
      if (call?.state === 'requested' || (call?.state === 'owed' && call.input === undefined)) return call;
    }
    return undefined;
  }

  close(call: OwedCall): void {
    if (call.state !== 'closed') this.#unclosed -= 1;
    call.state = 'closed';
  }

  /** Whether one of that id was let through and has not returned. */
  isUnderWay(id: string): boolean {
    return this.returning(id)?.state === 'requested' || this.#byId.get(id)?.calls.some(isRequested) === true;
  }
}

function isRequested({ state }: OwedCall): boolean {
  return state === 'requested';
}
