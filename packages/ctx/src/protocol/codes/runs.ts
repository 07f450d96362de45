// Runs that cannot start, or that stopped early.

import type { FailedModel, StoppedRun, Tampering } from '../code-facts.js';
import { code } from '../failure.js';

export const runCodes = () => ({
  workspace_missing: code('filesystem'),
  run_id_repeated: code('usage'),
  budget_spent: code<{ limits: readonly string[] }>('usage'),
  task_missing: code('usage'),
  prompt_empty: code('usage'),
  conversation_unattended: code('usage'),
  run_id_invalid: code('parse'),
  run_unknown: code<{ session: string; known: readonly string[] }>('run_not_found'),

  // A run that stopped early: its stop reason is the code. `retryable` where `ctx resume`, or the same call, can come further.
  timeout: code<StoppedRun>('runtime', { exitCode: 2, retryable: true }),
  cancelled: code<StoppedRun>('runtime', { exitCode: 130, retryable: true }),
  max_budget_reached: code<StoppedRun & { unsent?: boolean }>('runtime'),
  max_turns_reached: code<StoppedRun>('runtime'),
  max_iterations_reached: code<StoppedRun>('runtime'),
  content_filter: code<StoppedRun>('runtime'),
  length: code<StoppedRun>('runtime'),
  model_error: code<StoppedRun & FailedModel>('runtime'),
  output_invalid: code<StoppedRun>('runtime'),
  log_tampered: code<StoppedRun & { how?: Tampering | undefined; lost?: number }>('session'),
  /** It was touched, and could not be kept either. */
  log_lost: code<{ how: Tampering }>('session'),
});
