// Words for a run: what it needs to start, and why it stopped early.

import type { FailedModel, Tampering } from '../../protocol/code-facts.js';
import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';
import { because } from './phrases.js';

const tamperings: Record<Tampering, string> = {
  removed: 'it was removed',
  replaced: 'another file was put in its place',
  resized: 'it is longer or shorter than what was written',
  rewritten: 'its content was changed',
};

function budgetFlag(limit: string): string {
  return limit === 'max_microusd' ? '--max-usd' : `--${limit.replaceAll('_', '-')}`;
}

/** What helps after a failure of a model that ctx itself called; what another agent says of its own is told as it is. */
function stepAfter({ why = '', failure, status }: FailedModel & { why?: string | undefined }, name: string) {
  if (!/^The (?:provider|proxy)\b/.test(why)) return '';
  if (why.startsWith('The proxy')) return 'Check HTTPS_PROXY, and whether that proxy runs. ';
  if (/HTML page|text\/html/.test(why))
    return 'A website answered, not an API: check the address (--base-url, or the variable that `ctx models` shows). ';
  if (status === 401 || status === 403)
    return 'Check the API key: `ctx models` shows the variable that it comes from. ';
  if (status === 404)
    return 'Check the model’s name and the address: `ctx models --check` lists what each provider serves. ';
  if (failure === 'network')
    return /^The provider at (?:localhost|127\.|\[::1\])/.test(why)
      ? 'Start the server, or check its address: `ctx models --check` asks it. '
      : 'Check the network and the address: `ctx models --check` asks each provider. ';
  return status === 429 || (status ?? 0) >= 500 ? `Try again later: \`ctx resume ${name}\`. ` : '';
}

export const runWords = {
  task_missing: () => ({
    message: 'No task was given.',
    hint: 'Say what you want done: `ctx run "fix the failing test"`, or name a config file.',
  }),
  prompt_empty: () => ({
    message: 'The prompt is empty.',
    hint: 'Say what you want done: `ctx "fix the failing test"`. Nothing was sent.',
  }),
  conversation_unattended: () => ({
    message: 'A chat needs a terminal.',
    hint: '`ctx run --task "…" --model M` runs one task without a terminal; `ctx resume ID --task "…"` continues a session.',
  }),
  workspace_missing: ({ target }) => ({
    message: `The workspace ${target} is not a folder.`,
    hint: 'Create it, or name another one; paths in a config are relative to the config.',
  }),
  run_id_invalid: ({ target }) => ({
    message: `\`${target}\` cannot be the id of a run.`,
    hint: 'Use letters, digits, `_` and `-`, at most 128, the first a letter or a digit.',
  }),
  run_id_repeated: ({ target }) => ({
    message: `There are two runs with the id \`${target}\`.`,
    hint: 'Give each run of a session its own id; nothing was written.',
  }),
  run_unknown: ({ target, session, known }) => ({
    message: `The session ${session} has no run \`${target}\`.`,
    hint: known.length === 0 ? 'No run of it was opened yet.' : `Its runs: ${known.join(', ')}.`,
  }),
  timeout: ({ target, name }) => ({
    message: `Run \`${target}\` ran out of time.`,
    hint: `\`ctx resume ${name}\` continues with the same time limit again; --timeout-seconds sets another.`,
  }),
  cancelled: ({ target, name }) => ({
    message: `Run \`${target}\` was cancelled.`,
    hint: `\`ctx resume ${name}\` continues where it stopped; --task asks for something else.`,
  }),
  max_budget_reached: ({ target, name, unsent }) =>
    unsent === true
      ? {
          message: `Run \`${target}\` sent nothing: its first model call would not fit into the budget.`,
          hint: 'Raise --max-tokens or --max-usd, or offer fewer tools: a call also carries the tools and the system prompt.',
        }
      : {
          message: `Run \`${target}\` reached its budget and stopped.`,
          hint: `Raise the budget to continue: \`ctx resume ${name}\` with --max-usd, --max-tokens or --max-tool-calls, for all of the session.`,
        },
  max_turns_reached: ({ target, name }) => ({
    message: `Run \`${target}\` reached its limit of turns and stopped.`,
    hint: `Raise it to continue: \`ctx resume ${name} --max-turns N\`.`,
  }),
  max_iterations_reached: ({ target, session, name }) => ({
    message: `Run \`${target}\` used all model calls of one turn and stopped.`,
    hint: `Check in ${session} whether it is stuck in a loop; if not, \`ctx resume ${name}\` continues with as many calls again.`,
  }),
  content_filter: ({ target, why }) => ({
    message: `The model refused to continue run \`${target}\`${because(why)}`,
    hint: 'Change the task; asking the same again seldom helps.',
  }),
  length: ({ target }) => ({
    message: `The model’s answer in run \`${target}\` was cut off at its length limit.`,
    hint: 'Raise max_output_tokens, or ask for less at once.',
  }),
  model_error: ({ target, session, name, ...failed }) => ({
    message: `The model failed in run \`${target}\`${because(failed.why)}`,
    hint: `${stepAfter(failed, name)}Each attempt is in ${session}.`,
  }),
  output_invalid: ({ target, why, session }) => ({
    message: `The answer of run \`${target}\` does not fit the schema of the structured output${because(why)}`,
    hint: `Each rejected answer is in ${session}.`,
  }),
  log_tampered: ({ target, how, session, lost = 0 }) => ({
    message: `Another process touched the log of run \`${target}\` while ctx wrote it${how === undefined ? '' : `: ${tamperings[how]}`}.`,
    hint: `${lost === 0 ? 'ctx kept its own copy' : `The log is kept without ${lost} bytes that were cut off before ctx had a copy`}, in ${session}. Find out what did it before you run this again.`,
  }),
  log_lost: ({ target, how }) => ({
    message: `Another process touched ${target} while ctx wrote it (${tamperings[how]}), and no copy could be saved beside it.`,
    hint: 'Find out what did it before you run this again.',
  }),
  budget_spent: ({ target, limits }) => ({
    message: `The budget of ${target} is spent, so the run would stop at once.`,
    hint: `Raise it for the whole session: ${limits.map((limit) => budgetFlag(limit)).join(' or ')}.`,
  }),
} satisfies Partial<WordsFor<Codes>>;
