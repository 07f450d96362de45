// The calls of a turn that were decided on, and what they were about then. An agent may ask twice about a call, and begin what it asked
// about; under the same id it may also ask about something else, or do something else: that is another call.

import { digestOf } from '../disk/digest.js';
import type { Alarm } from '../time/clock.js';
import type { ToldCall } from './agent-port.js';
import { type CallUses, usesOf } from './foreign-uses.js';

export interface DecidedCall {
  /** Its id in the log. */
  readonly call_id: string;
  /** Of one that was denied. */
  readonly reason?: string;
}

/** A call as rules look at it. */
interface ReadCall {
  readonly uses: CallUses;
  readonly subjects: string | undefined;
  /** What it is known by, with its tool and with all that it holds, once somebody wanted to know. */
  about?: string;
  whole?: string;
}

const none: readonly string[] = [];

/** Longer texts are kept as their digests. */
const keptAsText = 256;
/** A hostile agent announces no more than these. */
const mostAnnounced = 1_000;
/** Nor does it name more than these. */
const mostHeard = 100_000;
/** How long an announcement may be behind the hook of its call. */
const longestBehind = 1_000;

export class DecidedCalls {
  readonly #folder: string | undefined;
  /** By the id that the agent gave, and what it was about. */
  readonly #known = new Map<string, Map<string, DecidedCall>>();
  /** Calls that were announced and not decided on, by what they are about. */
  readonly #announced = new Map<string, string[]>();
  #waiting: { readonly about: string; readonly found: (call_id: string) => void }[] = [];
  readonly #read = new WeakMap<ToldCall, ReadCall>();
  #nameless = 0;
  /** What the agent itself told of, by its ids, and what our hook alone did. */
  readonly #heard = new Set<string>();
  readonly #byHook = new Map<string, string>();

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /** What was decided on this very call. Our hook may know its tool by another name. */
  find(call: ToldCall): DecidedCall | undefined {
    const known = this.#known.get(call.call_id);
    return known?.get(this.#about(call)) ?? known?.get(this.#whole(call));
  }

  announce(call: ToldCall): void {
    if (this.#known.has(call.call_id) || this.#announced.size >= mostAnnounced) return;
    const about = this.#whole(call);
    const waiting = this.#waiting.find((one) => one.about === about);
    if (waiting === undefined) {
      const ids = this.#announced.get(about) ?? [];
      if (!ids.includes(call.call_id)) this.#announced.set(about, [...ids, call.call_id]);
      return;
    }
    this.#waiting = this.#waiting.filter((one) => one !== waiting);
    waiting.found(call.call_id);
  }

  /** The id of a call that a hook told without one. Its announcement comes by another way, and may be behind. */
  async idOf(call: ToldCall, alarm: Alarm): Promise<string> {
    const about = this.#whole(call);
    const [first, ...others] = this.#announced.get(about) ?? [];
    if (others.length > 0) this.#announced.set(about, others);
    else this.#announced.delete(about);
    if (first !== undefined) return first;
    return new Promise((resolve) => {
      const waiting = { about, found: (call_id: string) => [takeBack(), resolve(call_id)] };
      const takeBack = alarm(longestBehind, () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        this.#nameless += 1;
        resolve(`hook-${this.#nameless}`);
      });
      this.#waiting.push(waiting);
    });
  }

  /** The call as it stands in the log: under an id of its own, where its id means another call already. */
  named(call: ToldCall): ToldCall {
    const before = this.idsOf(call.call_id).length;
    return before === 0 ? call : { ...call, call_id: `${call.call_id}#${before + 1}` };
  }

  /** `call` as the agent told it, `decided` as it stands in the log. */
  add(call: ToldCall, decided: DecidedCall, byHook = false): void {
    const known = this.#known.get(call.call_id) ?? new Map<string, DecidedCall>();
    known.set(this.#about(call), decided);
    if (byHook) known.set(this.#whole(call), decided);
    if (byHook && decided.reason === undefined) this.#byHook.set(call.call_id, call.tool);
    this.#known.set(call.call_id, known);
  }

  /** The agent itself tells of it. */
  heard(call_id: string): void {
    if (this.#heard.size < mostHeard) this.#heard.add(call_id);
  }

  /** Calls that our hook asked about, and that the agent itself never told of. */
  unheard(): readonly { readonly call_id: string; readonly tool: string }[] {
    if (this.#heard.size >= mostHeard) return [];
    return Array.from(this.#byHook, ([call_id, tool]) => ({ call_id, tool })).filter(
      ({ call_id }) => !this.#heard.has(call_id),
    );
  }

  /** The ids in the log of all that the agent calls so. */
  idsOf(call_id: string): readonly string[] {
    const known = this.#known.get(call_id);
    if (known === undefined) return none;
    const ids = Array.from(known.values(), (decided) => decided.call_id);
    return ids.length === 1 ? ids : [...new Set(ids)];
  }

  /** What rules are held against. Each call is looked at when it is announced, asked about, begun and done. */
  usesOf(call: ToldCall): CallUses {
    return this.#reading(call).uses;
  }

  /** What rules look at: hosts show the same call with more or fewer members. */
  #about(call: ToldCall): string {
    const read = this.#reading(call);
    read.about ??= short(read.subjects ?? `tool ${call.tool}`);
    return read.about;
  }

  /** The same, and of a call that is about nothing all that it holds: the tool may have another name. */
  #whole(call: ToldCall): string {
    const read = this.#reading(call);
    read.whole ??= short(read.subjects ?? `input ${JSON.stringify(call.input)}`);
    return read.whole;
  }

  #reading(call: ToldCall): ReadCall {
    const known = this.#read.get(call);
    if (known !== undefined) return known;
    const uses = usesOf(call.tool, call.input, this.#folder);
    const inputs = uses.groups.map(([use]) => (use?.tool.subject === undefined ? undefined : use.input));
    const read = { uses, subjects: inputs.includes(undefined) ? undefined : JSON.stringify(inputs) };
    this.#read.set(call, read);
    return read;
  }
}

function short(about: string): string {
  return about.length > keptAsText ? digestOf(about) : about;
}
