// `ctxctl audit-relay` as a process: a host starts one for every prompt and waits for it, so it does without the machinery
// that other commands share.

import { clockFrom, writeAll } from '../../../../ctx/src/kit/process.js';
import { promptOnStdin } from './hook-prompt.js';

export async function runRelayProcess(): Promise<never> {
  const { env } = process;
  const call = { env, now: clockFrom(env).now(), prompt: promptOnStdin() };
  try {
    const { relayAnswer } = await import('./relay-answer.js');
    writeAll(1, await relayAnswer({ ...call, cwd: process.cwd() }));
  } catch {
    // A host that has closed its end wants no answer.
  }
  process.exit(0);
}
