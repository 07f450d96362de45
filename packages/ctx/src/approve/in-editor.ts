// The person at an editor is shown a call, and chooses one of a few answers.

import type { AskedCall, GivenAnswer } from './question.js';

export const editorChoices = ['once', 'session', 'project', 'reject'] as const;
export type EditorChoice = (typeof editorChoices)[number];

/** `from`: where they are, of whoever is connected from elsewhere. */
export type EditorAnswer =
  | { readonly choice: EditorChoice; readonly from?: string | undefined }
  | { readonly unanswered: string };

export interface EditorQuestion {
  readonly user: string;
  /** What they chose; why nothing, where they did not choose. Settles soon after `signal` is aborted. */
  choose(call: AskedCall, signal: AbortSignal): Promise<EditorAnswer>;
  /** Allows the rule in this project for good; the reason where that cannot be kept. */
  keep(rule: string): Promise<string | undefined>;
}

export async function askInEditor(
  { user, choose, keep }: EditorQuestion,
  call: AskedCall,
  signal: AbortSignal,
): Promise<GivenAnswer> {
  const answer = await choose(call, signal);
  if ('unanswered' in answer)
    return { answer: 'deny', scope: 'once', via: 'editor', by: null, reason: answer.unanswered };
  const { choice, from } = answer;
  const by = from === undefined ? user : `${user} at ${from}`;
  if (choice === 'reject') return { answer: 'deny', scope: 'once', via: 'editor', by };
  const problem = choice === 'project' ? await keep(call.rule) : undefined;
  return {
    answer: 'allow',
    // What cannot be kept holds as long as the session does.
    scope: problem === undefined ? choice : 'session',
    via: 'editor',
    by,
    ...(problem !== undefined && { reason: `it could not be kept for the project: ${problem}` }),
  };
}
