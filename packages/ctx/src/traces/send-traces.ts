// A session's traces, sent to a collector.

import { closeSync, openSync, readSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nonce } from '../disk/nonce.js';
import { writeFailure } from '../disk/system-errors.js';
import { fail } from '../protocol/codes.js';
import { readRuns } from '../session/read-runs.js';
import { interruptibleWait } from '../time/interruptible-wait.js';
import { type Collector, collectorAt } from './endpoint.js';
import { type Sending, sendPatiently } from './send.js';
import { type SpanLine, spanLines } from './span-lines.js';

export interface TracesWanted {
  readonly path: string;
  readonly only: string | undefined;
  readonly content: boolean;
}

export interface SentTraces {
  readonly session_id: string;
  readonly endpoint: string;
  readonly chain_head: string;
  readonly runs: string[];
  readonly spans: number;
}

export async function sendTraces(
  { path, only, content }: TracesWanted,
  endpoint: string,
  services: Sending,
): Promise<SentTraces> {
  const collector = collectorAt(endpoint, '--endpoint', services.env, true);
  const kept = new KeptLines();
  try {
    const lines = spanLines({ content, only, resource: collector.resource }, (line) => kept.add(line));
    const { session_id, head, runs } = readRuns(path, only, lines.take);
    lines.end();
    await sendAll(collector, kept, lines.spans, services);
    return {
      session_id,
      endpoint: collector.shown,
      chain_head: head.hash,
      runs: [...runs],
      spans: lines.spans,
    };
  } finally {
    kept.close();
  }
}

async function sendAll(
  collector: Collector,
  kept: KeptLines,
  spans: number,
  services: Sending,
): Promise<void> {
  const { signal } = services;
  const wait = interruptibleWait(services);
  let taken = 0;
  for (const line of kept.lines()) {
    const posted = await sendPatiently(collector, line.text, { signal, wait });
    signal.throwIfAborted();
    if (posted.kind !== 'taken') {
      const where = { operation: 'export', target: collector.shown, reason: posted.reason, taken, spans };
      throw posted.kind === 'away' ? fail('collector_failed', where) : fail('collector_refused', where);
    }
    taken += line.spans;
  }
}

/** What waits to be sent, in a file without a name: a log may be larger than memory, and nothing is left behind. */
class KeptLines {
  readonly #path = join(tmpdir(), `ctx-${nonce()}.tmp`);
  readonly #descriptor = openSync(this.#path, 'wx+', 0o600);
  readonly #sizes: { readonly bytes: number; readonly spans: number }[] = [];

  constructor() {
    unlinkSync(this.#path);
  }

  add({ text, spans }: SpanLine): void {
    const bytes = Buffer.from(text);
    try {
      writeFileSync(this.#descriptor, bytes);
    } catch (error) {
      throw writeFailure(error, tmpdir());
    }
    this.#sizes.push({ bytes: bytes.length, spans });
  }

  *lines(): Generator<SpanLine> {
    let offset = 0;
    for (const { bytes, spans } of this.#sizes) {
      const line = Buffer.allocUnsafe(bytes);
      for (let read = 0; read < bytes; )
        read += readSync(this.#descriptor, line, read, bytes - read, offset + read);
      offset += bytes;
      yield { text: line.toString(), spans };
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
