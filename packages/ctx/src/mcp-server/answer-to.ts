// A call of the program within the process that serves MCP: the same words, the same answer.

import type { Services } from '../cli/command.js';
import { type Host, type Interrupt, runProgram } from '../cli/program.js';
import type { Terminal } from '../cli/terminal.js';

const nobody: Terminal = { interactive: false, colour: false, width: 80 };

/** What the command would have printed. */
export async function printedBy(
  words: readonly string[],
  services: Services,
  signal: AbortSignal,
): Promise<string> {
  const { words: wordTable } = await import('../cli/words.js');
  let written = '';
  const host = hostFor(services, signal, (text) => {
    written += text;
  });
  await runProgram({ ...services.program, words: async () => wordTable }, words, host);
  return written;
}

export interface AnsweredEnvelope {
  readonly data?: Record<string, unknown>;
  readonly error?: object;
}

/** The words must ask for JSON. */
export async function answerTo(
  words: readonly string[],
  services: Services,
  signal: AbortSignal,
): Promise<AnsweredEnvelope> {
  const envelope: unknown = JSON.parse(await printedBy(words, services, signal));
  return isAnswer(envelope) ? envelope : {};
}

/** Our own envelope has one or the other. */
function isAnswer(value: unknown): value is AnsweredEnvelope {
  return typeof value === 'object' && value !== null && ('data' in value || 'error' in value);
}

function hostFor({ env, cwd, clock }: Services, signal: AbortSignal, out: (text: string) => void): Host {
  return {
    streams: { out, err: () => {}, outTerminal: () => nobody, errTerminal: () => nobody },
    env,
    cwd,
    clock,
    onInterrupt(listener: (interrupt: Interrupt) => void) {
      signal.addEventListener('abort', () => listener('SIGINT'), { once: true });
    },
    // The process that serves watches over itself.
    onCrash: () => {},
  };
}
