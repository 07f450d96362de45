// Connections that the sandbox refused: what was tried while a call was under way stands with that call in the log; what the agent tried
// besides, a finding tells once.

import { advance } from '../agent/advance.js';
import type { DrivenContext } from './driven-context.js';

export class RefusedConnections {
  readonly #context: DrivenContext;
  readonly #others = new Set<string>();

  constructor(context: DrivenContext) {
    this.#context = context;
  }

  /** No call was under way until now. */
  ofAgent(): void {
    for (const { host, port } of this.#context.refused?.() ?? []) this.#others.add(`${host}:${port}`);
  }

  /** Before the result of this call is written. */
  ofCall(call_id: string): void {
    const { refused, log, state } = this.#context;
    for (const one of refused?.() ?? []) advance(state, log.append('sandbox.denied', { call_id, ...one }));
  }

  tell(): void {
    this.ofAgent();
    if (this.#others.size === 0) return;
    const { agent, note } = this.#context;
    const hosts = [...this.#others].sort().join(', ');
    this.#others.clear();
    note?.('network_refused', [], `${agent.agent.name} tried to reach ${hosts}, which the sandbox refused`);
  }
}
