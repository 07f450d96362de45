// The person at a page of the dashboard is shown a call, and answers. Where somebody is asked at a terminal or in an editor, too, the first answer counts.

import type { AskedCall, GivenAnswer } from './question.js';

/** What a page said; why nothing, where none did. */
export type PageAnswered =
  | { readonly answer: 'allow' | 'deny'; readonly scope: GivenAnswer['scope']; readonly reason?: string }
  | { readonly unanswered: string };

export interface PageQuestion {
  readonly user: string;
  /** Settles soon after `signal` is aborted. Where somebody else is asked, too, it waits as long as they do. */
  ask(call: AskedCall, signal: AbortSignal): Promise<PageAnswered>;
  /** Allows the rule in this project for good; the reason where that cannot be kept. */
  keep(rule: string): Promise<string | undefined>;
}

export async function askInPage(
  page: PageQuestion,
  call: AskedCall,
  signal: AbortSignal,
): Promise<GivenAnswer> {
  const said = await page.ask(call, signal);
  if ('unanswered' in said)
    return { answer: 'deny', scope: 'once', via: 'browser', by: null, reason: said.unanswered };
  return givenBy(page, call, said);
}

/** `elsewhere`: the one at the terminal or in the editor. It is withdrawn when a page was faster, and `told` of that. */
export async function askInBoth(
  page: PageQuestion,
  call: AskedCall,
  signal: AbortSignal,
  elsewhere: (signal: AbortSignal) => Promise<GivenAnswer>,
  told: (answer: GivenAnswer) => void,
): Promise<GivenAnswer> {
  const [toPage, other] = [new AbortController(), new AbortController()];
  const there = elsewhere(AbortSignal.any([signal, other.signal]));
  const inPage = page.ask(call, AbortSignal.any([signal, toPage.signal]));
  const first = await Promise.race([there, answerOnly(inPage)]);
  if ('via' in first) {
    toPage.abort();
    return first;
  }
  other.abort();
  // The terminal is as it was before anything else is written to it.
  await there.catch(() => {});
  const given = await givenBy(page, call, first);
  told(given);
  return given;
}

/** Never settles where no page answers. */
function answerOnly(
  asked: Promise<PageAnswered>,
): Promise<Exclude<PageAnswered, { readonly unanswered: string }>> {
  return new Promise((resolve, reject) => {
    asked.then((said) => {
      if (!('unanswered' in said)) resolve(said);
    }, reject);
  });
}

async function givenBy(
  { user, keep }: PageQuestion,
  { rule }: AskedCall,
  { answer, scope, reason }: Exclude<PageAnswered, { readonly unanswered: string }>,
): Promise<GivenAnswer> {
  const said = {
    via: 'browser',
    by: user,
    ...(reason !== undefined && reason !== '' && { reason }),
  } as const;
  if (answer === 'deny') return { answer, scope: 'once', ...said };
  const problem = scope === 'project' ? await keep(rule) : undefined;
  if (problem === undefined) return { answer, scope, ...said };
  // What cannot be kept holds as long as the session does.
  return { answer, scope: 'session', ...said, reason: `it could not be kept for the project: ${problem}` };
}
