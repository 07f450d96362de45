// The prompt in the event that a host hands over on stdin: bounded, and possibly nothing or nonsense.

import { fstatSync, readSync } from 'node:fs';

const mostKept = 1 << 20;

/** Ends with the JSON text, even if the host forgets to close the pipe. A terminal is no host and is not read. */
export function promptOnStdin(descriptor = 0): string {
  try {
    return fstatSync(descriptor).isCharacterDevice() ? '' : promptIn(descriptor);
  } catch {
    return '';
  }
}

function promptIn(descriptor: number): string {
  const kept: Buffer[] = [];
  const chunk = Buffer.allocUnsafe(1 << 16);
  let bytes = 0;
  for (;;) {
    const read = readSync(descriptor, chunk);
    if (read === 0) return '';
    bytes += read;
    // What is too much is read to its end, so that the host can write all of it, and forgotten.
    if (bytes > mostKept) continue;
    kept.push(Buffer.from(chunk.subarray(0, read)));
    const end = chunk.toString('latin1', 0, read).trimEnd();
    const prompt = end.endsWith('}') ? promptOf(Buffer.concat(kept).toString()) : undefined;
    if (prompt !== undefined) return prompt;
  }
}

/** Nothing where the text is not yet a whole event. */
function promptOf(text: string): string | undefined {
  try {
    const event: unknown = JSON.parse(text);
    const prompt = typeof event === 'object' && event !== null && 'prompt' in event ? event.prompt : '';
    return typeof prompt === 'string' ? prompt : '';
  } catch {
    return undefined;
  }
}
