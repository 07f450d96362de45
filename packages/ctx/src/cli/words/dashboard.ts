// Words for the dashboard.

import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';

export const dashboardWords = {
  ui_read_only: () => ({
    message: 'This dashboard is read-only.',
    hint: 'Start it with `ctx ui --control` to answer questions, interrupt, resume and write to the memory.',
  }),
  ui_refused: ({ reason }) => ({
    message: `The server does not let this page in: ${reason}.`,
    hint: 'Open the address that `ctx ui` printed; each start has a new one.',
  }),
  question_answered: () => ({ message: 'This question was already answered, or its run has ended.' }),
  question_elsewhere: () => ({
    message: 'This page cannot reach the process that asks this question.',
    hint: 'Answer it where it was asked: at the terminal or in the editor.',
  }),
  question_too_long: () => ({
    message: 'This call is too long to show here, so you cannot allow it here.',
    hint: 'Deny it, or answer at the terminal or in the editor, which show all of it.',
  }),
  session_not_linked: ({ target }) => ({
    message: `No running process of ${target} can be reached from here.`,
    hint: 'Try again in a moment: a run connects at its next step. Sessions of other agents can only be interrupted where they run.',
  }),
  session_running: ({ target }) => ({ message: `${target} is already running.` }),
  api_unknown: ({ target }) => ({ message: `The API has no ${target}.` }),
  api_body_invalid: ({ reason }) => ({ message: `The request cannot be read: ${reason}.` }),
  command_unanswered: ({ target, reason }) => ({ message: `ctx ${target} gave no answer: ${reason}.` }),
  command_failed: ({ said, said_code, said_hint }) => ({
    message: `${said} (${said_code})`,
    ...(said_hint !== undefined && { hint: said_hint }),
  }),
  ui_by_agent: () => ({
    message: 'An agent cannot start a dashboard that answers for you.',
    hint: 'Start `ctx ui --control` yourself, in your own terminal.',
  }),
} satisfies Partial<WordsFor<Codes>>;
