import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { planFrom } from '../config/plan.js';
import { mostTurns } from '../config/session-config.js';
import { closed } from '../protocol/closed.js';
import { stopReasons, turnResult } from '../protocol/records.js';
import { startSession } from '../runs/start-session.js';
import { askingFrom } from './approver.js';
import { modelOrEcho } from './default-model.js';
import { orWithoutSandbox } from './or-without-sandbox.js';
import { answerOf, renderAnswer, type SessionAnswer, sessionAnswer } from './session-answer.js';
import { askFlags, modelFlags, overridesFrom, placeFlags, policyFlags } from './session-flags.js';
import { progressFlags, watchedSession } from './session-progress.js';
import { defaultsAtFirst } from './shown-defaults.js';
import { withTrust } from './trust-gate.js';

const { session_id, path, chain_head, totals, warnings } = sessionAnswer.properties;

const loopAnswer = t.Object(
  {
    prompt: t.String(),
    max_turns: t.Integer(),
    turns_completed: t.Integer(),
    timeout_seconds: t.Union([t.Number(), t.Null()]),
    continuation_prompt: t.Union([t.String(), t.Null()]),
    turns: t.Array(turnResult),
    final_stop_reason: t.Enum(stopReasons),
    /** Whether a signal or a deadline reached the last turn and it ended in order: the session can be used again. */
    final_cancel_observed: t.Boolean(),
    session_id,
    path,
    chain_head,
    totals,
    warnings,
  },
  closed,
);

type LoopAnswer = t.Static<typeof loopAnswer>;

export default clawable({
  name: 'turn-loop',
  group: 'run',
  summary: 'Run a prompt for several turns',
  description:
    'The prompt is the first turn. With --continuation-prompt, that text is sent for each further turn, up to --max-turns; without it the loop ends after the first. The deadline covers all turns together. Without a model, the built-in script:echo answers with the prompt.',
  examples: [
    { line: 'ctx turn-loop "Find the bug." --model script:fix.script.yaml', says: 'one turn' },
    {
      line: 'ctx turn-loop "Find the bug." --continuation-prompt "Go on." --max-turns 3 --timeout-seconds 60 --model script:fix.script.yaml',
      says: 'three turns, a minute at most',
    },
  ],
  arguments: { prompt: argument.one('the first prompt') },
  flags: {
    'max-turns': flag.integerOr(3, 'how many turns to take', { min: 1, max: mostTurns }),
    'timeout-seconds': flag.decimal('time limit for all turns', 'SECONDS', { min: 0.001 }),
    'continuation-prompt': flag.text('what to say for each further turn', 'TEXT'),
    limit: flag.integerOr(5, 'how many matching commands and tools to list per turn', { min: 0 }),
    ...placeFlags,
    ...modelFlags,
    ...policyFlags,
    ...askFlags,
    ...progressFlags,
  },
  returns: loopAnswer,
  details: loopAnswer,
  long: true,
  async run({ args: { prompt }, flags }, services) {
    const { cwd, env } = services;
    const { 'max-turns': max_turns, 'timeout-seconds': seconds, 'continuation-prompt': more } = flags;
    const continuation = more === undefined ? [] : Array.from({ length: max_turns - 1 }, () => more);
    const trusting = withTrust({ flags }, services);
    const { model, warnings } = await modelOrEcho(flags, trusting);
    const asking = await askingFrom(flags, trusting);
    const plan = planFrom({ runs: [{ run_id: 'loop', task: prompt, continuation }] }, cwd, cwd, env, {
      ...overridesFrom(flags),
      ...model,
      match_limit: flags.limit,
      asks: asking.canAsk,
    });
    const defaults = defaultsAtFirst({ flags }, services);
    const approving = { ...trusting, ...(await asking.approvals()), emit: defaults.emit };
    const shown = ({ runs, warnings: others, ...answer }: SessionAnswer): LoopAnswer => {
      const turns = runs.flatMap((run) => run.turns);
      return {
        prompt,
        max_turns,
        turns_completed: turns.filter(({ stop_reason }) => stop_reason === 'completed').length,
        timeout_seconds: seconds ?? null,
        continuation_prompt: more ?? null,
        turns,
        final_stop_reason: runs.at(-1)?.stop_reason ?? 'completed',
        final_cancel_observed: turns.at(-1)?.cancel_observed ?? false,
        ...answer,
        warnings: [...warnings, ...others],
      };
    };
    const place = { sessionId: flags['session-id'], sessionsDir: flags['sessions-dir'] };
    const start = (wanted: typeof plan) => {
      defaults.of(wanted.runs);
      return startSession(wanted, place, approving);
    };
    const conducted = await orWithoutSandbox(plan, { flags }, services, start);
    return shown(answerOf(conducted, services.signal, shown));
  },
  render: ({ turns, final_stop_reason, ...answer }, terminal) =>
    renderAnswer({ ...answer, runs: [{ run_id: 'loop', stop_reason: final_stop_reason, turns }] }, terminal),
  watch: watchedSession,
  warnings: (answer) => answer.warnings,
});
