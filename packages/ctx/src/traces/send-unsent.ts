// The spans that runs left behind because their collector had not taken them in time, sent now. Runs start it by themselves; a
// person does where a collector was away for longer.

import { join } from 'node:path';
import { tryLock } from '../disk/lock.js';
import { fail } from '../protocol/codes.js';
import { interruptibleWait } from '../time/interruptible-wait.js';
import { type Collector, collectorAt } from './endpoint.js';
import { type Sending, sendPatiently } from './send.js';
import { markTried, readUnsent, removeUnsent, type Unsent, unsentFolder, unsentNames } from './unsent.js';

/** One process at a time: whoever comes meanwhile leaves its files to the one that is at it, which looks again at the end. */
export async function sendUnsent(services: Sending): Promise<{ readonly spans: number }> {
  const folder = unsentFolder(services.env);
  const sending = new SendingLeft(services);
  while (folder !== undefined && left(folder, sending).length > 0) {
    const attempt = tryLock(join(folder, 'lock'));
    if (!attempt.taken) break;
    try {
      for (const name of left(folder, sending)) await sending.file(folder, name);
    } finally {
      attempt.lock.release();
    }
  }
  return sending.outcome();
}

function left(folder: string, { done }: SendingLeft): string[] {
  return unsentNames(folder).filter((name) => !done.has(name));
}

class SendingLeft {
  readonly done = new Set<string>();
  readonly #services: Sending;
  /** Collectors that are not there, and why: nothing more is tried with them. */
  readonly #away = new Map<string, string>();
  #spans = 0;
  #sent = 0;
  #refused: { readonly target: string; readonly reason: string } | undefined;

  constructor(services: Sending) {
    this.#services = services;
  }

  async file(folder: string, name: string): Promise<void> {
    this.done.add(name);
    const unsent = readUnsent(folder, name);
    const isAway = unsent !== undefined && (await this.#send(unsent)) === 'away';
    if (isAway) this.done.add(markTried(folder, name));
    else removeUnsent(folder, name);
  }

  outcome(): { readonly spans: number } {
    const counts = { operation: 'export', taken: this.#sent, spans: this.#spans };
    for (const [target, reason] of this.#away) throw fail('collector_failed', { ...counts, target, reason });
    if (this.#refused !== undefined) throw fail('collector_refused', { ...counts, ...this.#refused });
    return { spans: this.#sent };
  }

  async #send({ endpoint, from, isOwn, lines }: Unsent): Promise<'away' | 'over'> {
    const collector = collectorAt(endpoint, from, this.#services.env, isOwn);
    for (const line of lines) this.#spans += line.spans;
    for (const { text, spans } of lines) {
      const posted = await this.#post(collector, text);
      if (posted === 'away') return posted;
      if (posted === 'taken') this.#sent += spans;
    }
    return 'over';
  }

  async #post(collector: Collector, text: string): Promise<'taken' | 'refused' | 'away'> {
    if (this.#away.has(collector.shown)) return 'away';
    const { signal } = this.#services;
    const posted = await sendPatiently(collector, text, { signal, wait: interruptibleWait(this.#services) });
    signal.throwIfAborted();
    if (posted.kind === 'away') this.#away.set(collector.shown, posted.reason);
    if (posted.kind === 'refused') this.#refused = { target: collector.shown, reason: posted.reason };
    return posted.kind;
  }
}
