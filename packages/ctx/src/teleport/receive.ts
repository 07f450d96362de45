// The receiving side of a teleport. Everything that comes is staged, held against what was offered, and only then put in its place.

import type { Call, Handlers } from '../acp/connection.js';
import { membersOf } from '../acp/fields.js';
import { invalidParams, RpcError, rpcCodes } from '../acp/rpc-error.js';
import type { Lock } from '../disk/lock.js';
import { commitsHere } from '../git/bundle.js';
import { formatVersion } from '../protocol/records.js';
import { bounds, ticketFrom } from './bounded-fields.js';
import { type Arriving, commitArrival, settledArrival } from './commit-arrival.js';
import { type Destination, destinationOf, tipsAt } from './destination.js';
import { assessManifest, type KeptManifest, keepManifest } from './manifest.js';
import { methods } from './methods.js';
import { type Obstacle, obstacle } from './obstacles.js';
import type { ReceivingServices } from './receiving-services.js';
import { stageArrival } from './stage-arrival.js';
import { type Arrival, makeRoom, Staging } from './staging.js';
import { manifestFrom, type Offer, type OfferAnswer, offerFrom, putFrom, type StateAnswer } from './wire.js';

/** An offer that was taken, and what of its manifest has come. */
interface Offered {
  readonly offer: Offer;
  readonly destination: Destination;
  readonly manifest: { entries: KeptManifest['entries'][number][]; index: KeptManifest['index'][number][] };
  /** How many characters its paths have. */
  named: number;
  /** What may be put, and how much of each; once the manifest is whole and nothing stands in the way. */
  wanted?: ReadonlyMap<string, number>;
}

export interface Receiver {
  readonly requests: Handlers['requests'];
  /** Whoever else comes may work on what this connection worked on, once that is over. */
  end(): Promise<void>;
}

export function receiver(services: ReceivingServices): Receiver {
  const offered = new Map<string, Offered>();
  const locks = new Map<string, Lock>();
  let before: Promise<unknown> = Promise.resolve();
  /** One after the other: what a message does to the staging folder is done when the next one is looked at. */
  const inTurn =
    (work: (params: unknown, call: Call) => object | Promise<object>) => (params: unknown, call: Call) => {
      const next = before.then(() => work(params, call));
      before = next.catch(() => {});
      return next;
    };
  const stagingFor = (ticket: string) => new Staging(services.folder, ticket);
  /** What was cut off while it was put in its place is finished first, by whoever has the lock. */
  const arrivalOf = (ticket: string): Arrival | undefined => {
    const arrival = stagingFor(ticket).arrival();
    return arrival?.phase === 'committing' ? settledArrival(held(ticket), services) : arrival;
  };
  const held = (ticket: string): Staging => {
    const staging = stagingFor(ticket);
    if (!locks.has(ticket)) locks.set(ticket, staging.lock());
    return staging;
  };
  const offeredBy = (ticket: string): Offered => {
    const found = offered.get(ticket);
    if (found === undefined) throw invalidParams('nothing was offered with this ticket');
    return found;
  };

  async function offer(params: unknown): Promise<OfferAnswer & object> {
    const given = offerFrom(params);
    const { ticket, git } = given;
    refuseDone(stagingFor(ticket));
    const found = await destinationOf(given, services.accepting, services.env);
    const isBad = 'code' in found;
    const obstacles = [...(isBad ? [found] : []), ...(await versionsAndModels(given, services))];
    if (isBad) return { host: services.host, root: '', obstacles, commits: [] };
    if (offered.size >= bounds.offers) throw invalidParams(`more than ${bounds.offers} offers at once`);
    offered.set(ticket, { offer: given, destination: found, manifest: { entries: [], index: [] }, named: 0 });
    const hasRepository = found.repository !== undefined && git !== undefined;
    return {
      host: services.host,
      root: found.root,
      obstacles,
      ...(found.earlier !== undefined && { log: { bytes: found.earlier.bytes, head: found.earlier.head } }),
      commits: hasRepository ? await commitsHere(found.root, git.known) : [],
      ...(await tipsAt(found, git?.branch)),
    };
  }

  async function manifest(params: unknown): Promise<object> {
    const { ticket, entries, index, end } = manifestFrom(params);
    const state = offeredBy(ticket);
    state.manifest.entries.push(...entries);
    state.manifest.index.push(...index);
    state.named += [...entries, ...index].reduce((sum, { path }) => sum + path.length, 0);
    if (state.manifest.entries.length + state.manifest.index.length > bounds.files)
      throw invalidParams('there are too many files');
    if (state.named > bounds.names) throw invalidParams('the names of the files are too long together');
    if (end === undefined) return { obstacles: [], wanted: [] };
    makeRoom(services.folder, ticket, services.now());
    const staging = stagingFor(ticket);
    const assessed = await assessManifest({ ...state.manifest, end }, state, staging, services);
    if (assessed.obstacles.length > 0) return { obstacles: assessed.obstacles, wanted: [] };
    held(ticket);
    keepManifest(staging, state.manifest, state);
    state.wanted = assessed.sizes;
    return { obstacles: [], wanted: assessed.wanted };
  }

  function put(params: unknown): object {
    const { ticket, what, digest, offset, data } = putFrom(params);
    const most = offeredBy(ticket).wanted?.get(digest ?? what);
    if (most === undefined) throw invalidParams('this was not asked for');
    const staging = held(ticket);
    return { received: staging.append(staging.fileFor(what, digest), offset, data, most) };
  }

  async function stage(params: unknown): Promise<object> {
    const ticket = ticketFrom(params);
    const { offer: given, destination, wanted } = offeredBy(ticket);
    if (wanted === undefined) throw invalidParams('the manifest is not whole');
    return stageArrival({ offer: given, destination, staging: held(ticket) }, services);
  }

  async function commit(params: unknown): Promise<object> {
    const ticket = ticketFrom(params);
    const arrival = arrivalOf(ticket);
    if (arrival?.phase === 'committed' && arrival.receipt !== undefined) return { receipt: arrival.receipt };
    if (arrival === undefined || (arrival.phase !== 'staged' && arrival.phase !== 'committing'))
      throw notStaged(arrival?.phase ?? 'unknown');
    const arriving: Arriving = { arrival, staging: held(ticket), record: membersOf(params)['record'] };
    const receipt = await commitArrival(arriving, services);
    locks.get(ticket)?.release();
    locks.delete(ticket);
    return { receipt };
  }

  function state(params: unknown): StateAnswer & object {
    return stateOf(arrivalOf(ticketFrom(params)));
  }

  /** Kept: what was aborted is never taken again. */
  function abort(params: unknown): object {
    const ticket = ticketFrom(params);
    const before = arrivalOf(ticket);
    if (before === undefined || before.phase === 'committed') return stateOf(before);
    const staging = held(ticket);
    // Whoever had the lock until now may have come to the end.
    const arrival = arrivalOf(ticket);
    if (arrival === undefined || arrival.phase === 'committed') return stateOf(arrival);
    staging.keep({ ...arrival, phase: 'aborted' });
    staging.clear();
    return { phase: 'aborted' };
  }

  const words = services.inWords;
  return {
    requests: {
      [methods.offer]: inTurn((params) => words(() => offer(params))),
      [methods.manifest]: inTurn((params) => words(() => manifest(params))),
      [methods.put]: inTurn((params) => words(() => put(params))),
      [methods.stage]: inTurn((params) => words(() => stage(params))),
      [methods.commit]: inTurn((params) => words(() => commit(params))),
      [methods.state]: inTurn((params) => words(() => state(params))),
      [methods.abort]: inTurn((params) => words(() => abort(params))),
    },
    async end() {
      await before;
      for (const lock of locks.values()) lock.release();
      locks.clear();
      offered.clear();
    },
  };
}

function stateOf(arrival: Arrival | undefined): StateAnswer & object {
  const { phase = 'unknown', receipt } = arrival ?? {};
  return { phase, ...(receipt !== undefined && { receipt }) };
}

function refuseDone(staging: Staging): void {
  const phase = staging.arrival()?.phase;
  if (phase === 'committed' || phase === 'aborted' || phase === 'committing') throw notStaged(phase);
}

function notStaged(phase: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, `this teleport is ${phase} here`, {
    code: 'teleport_phase',
    phase,
  });
}

async function versionsAndModels(offer: Offer, services: ReceivingServices): Promise<Obstacle[]> {
  const found: Obstacle[] = [];
  if (offer.format !== formatVersion)
    found.push(obstacle('other_format', [String(formatVersion)], String(offer.format)));
  if (offer.version !== services.version && !offer.allowOtherVersion)
    found.push(obstacle('other_version', [services.version], offer.version));
  for (const model of offer.models) {
    const reason = await services.unusable(model);
    if (reason !== undefined) found.push(obstacle('model_unusable', [model.model], reason));
  }
  return found;
}
