// `ctxctl-relay`, which a host starts for every prompt and waits for: what `ctxctl audit-relay` does, without the machinery
// that other commands share.

import { clockFrom, writeAll } from '../../ctx/src/kit/process.js';
import { promptOnStdin } from './commands/audit/hook-prompt.js';

async function main(): Promise<never> {
  const { env } = process;
  try {
    const now = clockFrom(env).now();
    const { relayAnswer } = await import('./commands/audit/relay-answer.js');
    writeAll(1, await relayAnswer({ env, now, prompt: promptOnStdin(), cwd: process.cwd() }));
  } catch {
    // A host that has closed its end wants no answer.
  }
  process.exit(0);
}

main();
