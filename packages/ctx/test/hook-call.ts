// One event of a host, answered in the test's own process: what the model would be told, and what the person.

import { answerWherever } from '../src/commands/hook-process.js';
import type { MemoryProject } from './memory-project.js';

export interface HookAnswer {
  readonly stdout: string;
  readonly context: string | undefined;
  readonly message: string | undefined;
  /** Why a tool was denied or the agent kept from stopping. */
  readonly refusal: string | undefined;
}

export async function hookCall(
  project: MemoryProject,
  event: string,
  fields: Readonly<Record<string, unknown>> = {},
  words: readonly string[] = ['claude-code', event],
): Promise<HookAnswer> {
  const value = { session_id: 'one', cwd: project.root, hook_event_name: event, ...fields };
  const { env, clock } = project;
  const input = { state: 'read', value } as const;
  const stdout = await answerWherever({ words, input, cwd: project.root, env, clock });
  const answer = stdout === '' ? {} : JSON.parse(stdout);
  const { additionalContext, permissionDecisionReason } = answer.hookSpecificOutput ?? {};
  return {
    stdout,
    context: additionalContext,
    message: answer.systemMessage,
    refusal: permissionDecisionReason ?? answer.reason,
  };
}
