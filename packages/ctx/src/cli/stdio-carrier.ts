// Our own stdin and stdout as what carries a protocol's lines.

import type { Carrier } from '../acp/carrier.js';
import { pacedOutput } from './paced-output.js';

export function stdioCarrier(): Carrier {
  const { stdin } = process;
  // Who cannot be answered any more is gone.
  const output = pacedOutput(1, () => stdin.destroy());
  return {
    incoming: chunksOf(stdin),
    ...output,
    close: () => void stdin.destroy(),
  };
}

async function* chunksOf(stdin: NodeJS.ReadStream): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const chunk of stdin) yield chunk;
  } catch {
    // A pipe that breaks has ended.
  }
}
