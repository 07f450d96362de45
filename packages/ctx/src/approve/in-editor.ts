// The person at an editor is shown a call, and chooses one of a few answers.

import type { AskedCall, GivenAnswer } from './question.js';

export const editorChoices = ['once', 'session', 'project', 'reject'] as const;
export type EditorChoice = (typeof editorChoices)[number];

export interface EditorQuestion {
  readonly user: string;
  /** What they chose; why nothing, where they did not choose. Settles soon after `signal` is aborted. */
  choose(call: AskedCall, signal: AbortSignal): Promise<EditorChoice | { readonly unanswered: string }>;
  /** Allows the rule in this project for good; the reason where that cannot be kept. */
  keep(rule: string): Promise<string | undefined>;
}

export async function askInEditor(
  { user, choose, keep }: EditorQuestion,
  call: AskedCall,
  signal: AbortSignal,
): Promise<GivenAnswer> {
  const choice = await choose(call, signal);
  if (typeof choice === 'object')
    return { answer: 'deny', scope: 'once', via: 'editor', by: null, reason: choice.unanswered };
  if (choice === 'reject') return { answer: 'deny', scope: 'once', via: 'editor', by: user };
  const problem = choice === 'project' ? await keep(call.rule) : undefined;
  return {
    answer: 'allow',
    // What cannot be kept holds as long as the session does.
    scope: problem === undefined ? choice : 'session',
    via: 'editor',
    by: user,
    ...(problem !== undefined && { reason: `it could not be kept for the project: ${problem}` }),
  };
}
