// Why there is no sandbox. Each cause has its own sentence and its own fix, in cli/words/sandbox.ts.

import type { SandboxCause } from '../protocol/code-facts.js';
import { fail } from '../protocol/codes.js';

export function unavailable(cause: SandboxCause, target: string, said?: string) {
  return fail('sandbox_unavailable', { operation: 'sandbox', target, why: cause, said });
}
