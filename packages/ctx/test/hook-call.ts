// One event of a host, answered in the test's own process: what the model would be told, and what the person.

import { answerEvent } from '../src/commands/hook-event.js';
import { hookedProject } from '../src/hooks/hooked-project.js';
import { projectFolders } from '../src/hosts/folders.js';
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
  const root = hookedProject([...projectFolders(words[0] ?? '', value, env), project.root], env);
  const input = { state: 'read', value } as const;
  const stdout = root === undefined ? '' : await answerEvent({ words, input, root, env, clock });
  const answer = stdout === '' ? {} : JSON.parse(stdout);
  const { additionalContext, permissionDecisionReason } = answer.hookSpecificOutput ?? {};
  return {
    stdout,
    context: additionalContext,
    message: answer.systemMessage,
    refusal: permissionDecisionReason ?? answer.reason,
  };
}
