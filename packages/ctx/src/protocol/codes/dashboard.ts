// Codes of the dashboard: what its page asked for and did not get.

import { code } from '../failure.js';

export const dashboardCodes = () => ({
  /** Only with --control. */
  ui_read_only: code('auth'),
  /** A token is wanted; `reason` is what is wrong with what came. */
  ui_refused: code<{ reason: string }>('auth'),
  /** Somebody was faster, or its run is gone. */
  question_answered: code('runtime'),
  /** Only a log shows it: the process that waits does not listen to pages. */
  question_elsewhere: code('runtime'),
  /** No page shows all of it: it can only be denied there. */
  question_too_long: code('runtime'),
  /** Nobody is connected who could be interrupted. */
  session_not_linked: code('runtime', { retryable: true }),
  session_running: code('runtime'),
  api_unknown: code('item_not_found'),
  api_body_invalid: code<{ reason: string }>('parse'),
  /** A command that answers for the page did not. */
  command_unanswered: code<{ reason: string }>('runtime', { retryable: true }),
  /** A command that answers for the page failed, in its own words. */
  command_failed: code<{ said: string; said_code: string; said_hint: string | undefined }>('usage'),
  /** An agent's command cannot let a page answer in a person's place. */
  ui_by_agent: code('auth'),
});
