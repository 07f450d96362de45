// The calls of a turn that were decided on, and what they were about then. An agent may ask twice about a call, and begin what it asked
// about; under the same id it may also ask about something else, or do something else: that is another call.

import { digestOf } from '../session/chain.js';
import type { ToldCall } from './agent-port.js';
import { usesOf } from './foreign-uses.js';

export interface DecidedCall {
  /** Its id in the log. */
  readonly call_id: string;
  /** Of one that was denied. */
  readonly reason?: string;
}

/** Longer texts are kept as their digests. */
const keptAsText = 256;

export class DecidedCalls {
  readonly #folder: string | undefined;
  /** By the id that the agent gave, and what it was about. */
  readonly #known = new Map<string, Map<string, DecidedCall>>();

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /** What was decided on this very call. */
  find(call: ToldCall): DecidedCall | undefined {
    return this.#known.get(call.call_id)?.get(this.#about(call));
  }

  /** The call as it stands in the log: under an id of its own, where its id means another call already. */
  named(call: ToldCall): ToldCall {
    const before = this.#known.get(call.call_id)?.size ?? 0;
    return before === 0 ? call : { ...call, call_id: `${call.call_id}#${before + 1}` };
  }

  /** `call` as the agent told it, `decided` as it stands in the log. */
  add(call: ToldCall, decided: DecidedCall): void {
    const known = this.#known.get(call.call_id) ?? new Map<string, DecidedCall>();
    known.set(this.#about(call), decided);
    this.#known.set(call.call_id, known);
  }

  /** The ids in the log of all that the agent calls so. */
  idsOf(call_id: string): readonly string[] {
    return [...(this.#known.get(call_id)?.values() ?? [])].map((decided) => decided.call_id);
  }

  /** What rules look at: hosts show the same call with more or fewer members. */
  #about({ tool, input }: ToldCall): string {
    const { groups } = usesOf(tool, input, this.#folder);
    const subjects = groups.map(([use]) => (use?.tool.subject === undefined ? undefined : use.input));
    const about = subjects.includes(undefined) ? tool : JSON.stringify(subjects);
    return about.length > keptAsText ? digestOf(about) : about;
  }
}
