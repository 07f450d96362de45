// The end of a hook whose own files cannot be loaded. Hosts take exit code 2 for a no, and any other failure for no objection.

import { writeAll } from '../cli/write-all.js';
import { guards } from '../hosts/guarded.js';

export function endHook(words: readonly string[], error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  try {
    writeAll(2, `ctx could not be loaded, so nobody judged this event: ${why}. Install ctx again.\n`);
  } catch {
    // Nobody reads it; the exit code is the answer.
  }
  process.exit(guards(words) ? 2 : 1);
}
