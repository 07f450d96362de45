// What the sender asks of the receiver, one function a message, with answers that are believed only as far as they make sense.

import type { Connection } from '../acp/connection.js';
import { countOf, listOf, membersOf, textOf } from '../acp/fields.js';
import { PeerGone, RpcError } from '../acp/rpc-error.js';
import { fail } from '../protocol/codes.js';
import { memberOf } from '../protocol/members.js';
import { bounds, isCommit } from './bounded-fields.js';
import { indexEntries } from './index-entries.js';
import { methods } from './methods.js';
import { obstaclesFrom } from './obstacles.js';
import type { IndexEntry } from './tree-entry.js';
import {
  type ManifestAnswer,
  type Offer,
  type OfferAnswer,
  type PutTarget,
  phases,
  type StateAnswer,
} from './wire.js';
import type { WorkspaceFiles } from './workspace-files.js';

export interface Ask {
  offer(offer: Offer): Promise<OfferAnswer>;
  manifest(
    ticket: string,
    workspace: WorkspaceFiles,
    end: { readonly bundle: number; readonly log: number },
  ): Promise<ManifestAnswer>;
  put(
    ticket: string,
    what: PutTarget,
    digest: string | undefined,
    offset: number,
    data: Buffer,
  ): Promise<void>;
  stage(ticket: string, head: string, tree: string): Promise<void>;
  commit(ticket: string, record: string): Promise<string | undefined>;
  state(ticket: string): Promise<StateAnswer>;
  abort(ticket: string): Promise<StateAnswer>;
}

export function asker(connection: Connection, signal?: AbortSignal): Ask {
  const request = (method: string, params: object) => asked(connection, method, params, signal);
  return {
    async offer(offer) {
      const answer = membersOf(await request(methods.offer, offer));
      const { host, root, log, commits, head, branchTip } = answer;
      const known = new Set(offer.git?.known);
      const { bytes, head: logHead } = membersOf(log);
      const there = countOf(bytes);
      return {
        host: shown(host),
        root: shown(root),
        obstacles: obstaclesFrom(answer['obstacles']),
        ...(there !== undefined && typeof logHead === 'string' && { log: { bytes: there, head: logHead } }),
        // What it was asked about, and nothing that git would take for something else.
        commits: listOf(commits)
          .filter((commit) => typeof commit === 'string')
          .filter((commit) => known.has(commit)),
        ...(isCommit(head) && { head }),
        ...(isCommit(branchTip) && { branchTip }),
      };
    },
    async manifest(ticket, workspace, end) {
      const index = await indexEntries(workspace);
      const parts = Math.max(
        1,
        Math.ceil(Math.max(workspace.entries.length, index.length) / bounds.entriesAtOnce),
      );
      let answer: unknown;
      for (let part = 0; part < parts; part++) {
        const from = part * bounds.entriesAtOnce;
        const cut = <T>(list: readonly T[]) => list.slice(from, from + bounds.entriesAtOnce);
        answer = await request(methods.manifest, {
          ticket,
          entries: cut(workspace.entries),
          index: cut<IndexEntry>(index),
          ...(part === parts - 1 && { end }),
        });
      }
      const { obstacles, wanted } = membersOf(answer);
      return {
        obstacles: obstaclesFrom(obstacles),
        wanted: listOf(wanted).filter((digest) => typeof digest === 'string'),
      };
    },
    async put(ticket, what, digest, offset, data) {
      const { received } = membersOf(
        await request(methods.put, {
          ticket,
          what,
          ...(digest !== undefined && { digest }),
          offset,
          data: data.toString('base64'),
        }),
      );
      if (received !== offset + data.length)
        throw fail('teleport_refused', {
          operation: 'teleport',
          target: what,
          reason: 'it took another part',
        });
    },
    async stage(ticket, head, tree) {
      const answer = membersOf(await request(methods.stage, { ticket }));
      if (answer['head'] !== head || answer['tree'] !== tree)
        throw fail('teleport_refused', {
          operation: 'teleport',
          target: ticket,
          reason: 'it has something else',
        });
    },
    async commit(ticket, record) {
      return textOf(membersOf(await request(methods.commit, { ticket, record }))['receipt']);
    },
    state: async (ticket) => stateFrom(await request(methods.state, { ticket })),
    abort: async (ticket) => stateFrom(await request(methods.abort, { ticket })),
  };
}

function stateFrom(answer: unknown): StateAnswer {
  const { phase, receipt } = membersOf(answer);
  const known = phases.find((one) => one === phase);
  if (known === undefined)
    throw fail('teleport_refused', {
      operation: 'teleport',
      target: 'state',
      reason: 'it does not say how it stands',
    });
  return { phase: known, ...(typeof receipt === 'string' && { receipt }) };
}

function shown(text: unknown): string {
  return (textOf(text) ?? '').slice(0, bounds.text);
}

/** What the other side refuses is a failure of ours, with its words as the reason. */
export async function asked(
  connection: Connection,
  method: string,
  params: object,
  signal?: AbortSignal,
): Promise<unknown> {
  try {
    return await connection.request(method, params, signal);
  } catch (error) {
    if (error instanceof PeerGone)
      throw fail('teleport_interrupted', { operation: 'teleport', target: method, cause: error });
    if (!(error instanceof RpcError)) throw error;
    const target = method;
    const obstacles = obstaclesFrom(memberOf(error.data, 'obstacles'));
    if (obstacles.length > 0) throw fail('teleport_obstructed', { operation: 'teleport', target, obstacles });
    throw fail('teleport_refused', { operation: 'teleport', target, reason: error.message.slice(0, 500) });
  }
}
