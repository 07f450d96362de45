// A line that a person types after they were asked for it. What was typed before, while something else was on the screen,
// answers nothing.

import { closeSync, constants, openSync, readSync } from 'node:fs';
import { isSystemError } from '../protocol/failure.js';
import { mayBeTerminal } from './streams.js';

/** Whether somebody could be shown a question and answer it. */
export async function hasPerson(flags: Readonly<Record<string, unknown>>): Promise<boolean> {
  if (flags['output-format'] !== 'text' || ![0, 2].every(mayBeTerminal)) return false;
  const { isatty } = await import('node:tty');
  return isatty(0) && isatty(2);
}

/** Nothing at the end of input, or once `signal` is aborted. Ctrl-C is the signal that it is elsewhere. */
export async function freshLine(prompt: string, signal: AbortSignal): Promise<string | undefined> {
  const { createInterface } = await import('node:readline');
  const { stdin, stderr } = process;
  // What stands in an unfinished line can be read, and thrown away, only once the terminal stops keeping lines.
  stdin.setRawMode(true);
  forgetTyped();
  const reader = createInterface({ input: stdin, output: stderr, terminal: true, historySize: 0 });
  return new Promise((resolve) => {
    const close = () => reader.close();
    // Whoever handles the signal aborts ours: until then there is no answer.
    reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    reader.once('close', () => {
      signal.removeEventListener('abort', close);
      resolve(undefined);
    });
    reader.once('line', (line) => {
      resolve(line);
      close();
    });
    signal.addEventListener('abort', close, { once: true });
    if (signal.aborted) close();
    else {
      reader.setPrompt(prompt);
      reader.prompt();
    }
  });
}

/** Another way to the same terminal, on which reading does not wait. */
const sameTerminal = process.platform === 'linux' ? '/proc/self/fd/0' : '/dev/tty';

function forgetTyped(): void {
  while (process.stdin.read() !== null);
  const descriptor = openSync(sameTerminal, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  const bytes = Buffer.alloc(4096);
  try {
    while (readSync(descriptor, bytes) > 0);
  } catch (error) {
    if (!isSystemError(error, 'EAGAIN')) throw error;
  } finally {
    closeSync(descriptor);
  }
}
