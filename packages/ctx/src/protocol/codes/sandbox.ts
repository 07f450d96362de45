// What an agent starts, confined.

import type { SandboxCause } from '../code-facts.js';
import { code } from '../failure.js';

export const sandboxCodes = () => ({
  /** `said` is the sandbox program's own sentence. */
  sandbox_unavailable: code<{ why: SandboxCause; said?: string | undefined }>('runtime'),
  sandbox_host_invalid: code('parse'),
  /** The ctx outside of the sandbox does not run this for whoever is inside. */
  memory_denied: code<{ rule: string; reason: string }>('policy'),
  memory_unreachable: code<{ reason: string }>('runtime', { retryable: true }),
});
