// Fleets for tests: files, calls of ctx in this process, and what a fleet's log holds.

import { join } from 'node:path';
import type { FleetRecord } from '../src/store/fleet-records.js';
import { readFleet } from '../src/store/read-fleet.js';
import { envelopeOf, type ReadEnvelope } from './envelope.js';
import { runCtx } from './in-process.js';

/** A script that says something; with a price of a dollar for a thousand tokens. */
export function saying(
  text: string,
  more: Readonly<Record<string, unknown>> = {},
  replies: readonly object[] = [],
): string {
  const usage = { input_tokens: 10, output_tokens: 5 };
  return JSON.stringify({
    model: 'script/1',
    price: { input_usd_per_mtok: 1000, output_usd_per_mtok: 1000 },
    replies: [...replies, { say: text, usage, ...more }],
  });
}

export async function fleetCall(cwd: string, ...argv: readonly string[]): Promise<ReadEnvelope> {
  return envelopeOf(await runCtx(['fleet', ...argv, '--output-format', 'json'], { cwd }));
}

export async function verdictOf(cwd: string, what: string): Promise<ReadEnvelope> {
  return envelopeOf(await runCtx(['verify', what, '--output-format', 'json'], { cwd }));
}

export function fleetFile(cwd: string, id: string): string {
  return join(cwd, '.context/fleets', `${id}.fleet.jsonl`);
}

export function fleetRecords(cwd: string, id: string): FleetRecord[] {
  const records: FleetRecord[] = [];
  const { broken } = readFleet(fleetFile(cwd, id), (record) => records.push(record));
  if (broken !== undefined) throw new Error(`${id} breaks: ${broken}`);
  return records;
}
