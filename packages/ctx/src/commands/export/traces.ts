// A session as OpenTelemetry traces: into a folder, or to a collector.

import { closeSync, openSync, readSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Services } from '../../cli/command.js';
import { nonce } from '../../disk/nonce.js';
import { writeFailure } from '../../disk/system-errors.js';
import { fillOutputFolder, type Output } from '../../evidence/output-folder.js';
import { tracesName } from '../../evidence/verify/loose-kind.js';
import { fail } from '../../protocol/codes.js';
import { type Collector, collectorAt } from '../../traces/endpoint.js';
import { sendPatiently } from '../../traces/send.js';
import { type SpanLine, spanLines } from '../../traces/span-lines.js';
import type { FolderAnswer } from '../evidence-answer.js';
import type { SentAnswer } from './answers.js';
import { type ReadLog, readLog } from './runs-of-log.js';
import { waitingIn } from './waiting.js';

export interface TracesWanted {
  readonly path: string;
  readonly only: string | undefined;
  readonly content: boolean;
}

export function writeTraces(wanted: TracesWanted, out: string, isPublic: boolean): FolderAnswer {
  const { session_id, head, runs } = fillOutputFolder(out, isPublic, (output) => fillTraces(wanted, output));
  return { session_id, out, chain_head: head.hash, runs: [...runs], files: [tracesName] };
}

/** A file is a function of the log alone: it says nothing of the machine. */
export function fillTraces({ path, only, content }: TracesWanted, output: Pick<Output, 'pieces'>): ReadLog {
  const file = output.pieces(tracesName);
  const lines = spanLines({ content, only, resource: { 'service.name': 'ctx' } }, ({ text }) =>
    file.write(`${text}\n`),
  );
  const read = readLog(path, only, lines.take);
  lines.end();
  file.end();
  return read;
}

export async function sendTraces(
  { path, only, content }: TracesWanted,
  endpoint: string,
  services: Services,
): Promise<SentAnswer> {
  const collector = collectorAt(endpoint, '--endpoint', services.env, true);
  const kept = new KeptLines();
  try {
    const lines = spanLines({ content, only, resource: collector.resource }, (line) => kept.add(line));
    const { session_id, head, runs } = readLog(path, only, lines.take);
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
  services: Services,
): Promise<void> {
  const { signal } = services;
  const wait = waitingIn(services);
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
