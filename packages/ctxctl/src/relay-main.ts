// `ctxctl-relay`, which a host starts for every prompt and waits for: what `ctxctl audit-relay` does, without the machinery
// that other commands share.

import { clockFrom, writeAll } from '../../ctx/src/kit/process.js';
import { promptOnStdin } from './commands/audit/hook-prompt.js';

async function main(): Promise<never> {
  const answer = await answered().catch(lastAnswer);
  try {
    writeAll(1, answer);
  } catch {
    // A host that has closed its end wants no answer.
  }
  process.exit(0);
}

async function answered(): Promise<string> {
  const { env } = process;
  const now = clockFrom(env).now();
  const { relayAnswer } = await import('./commands/audit/relay-answer.js');
  return relayAnswer({ env, now, prompt: promptOnStdin(), cwd: process.cwd() });
}

/** It needs no file: what went wrong may be that files cannot be loaded. Silence would mean that no report is open. */
function lastAnswer(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  const text = `ctxctl could not look for open audit reports: ${why}`;
  const context = { hookEventName: 'UserPromptSubmit', additionalContext: text };
  return `${JSON.stringify({ systemMessage: text, hookSpecificOutput: context })}\n`;
}

main();
