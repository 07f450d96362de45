import { clawable } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { planFrom } from '../config/plan.js';
import { startSession } from '../runs/start-session.js';
import { orWithoutSandbox } from './or-without-sandbox.js';
import { answerOf, renderAnswer, sessionAnswer } from './session-answer.js';
import { modelFlags, overridesFrom, placeFlags, policyFlags } from './session-flags.js';
import { isSessionEvent, progress } from './session-progress.js';
import { withTrust } from './trust-gate.js';

export default clawable({
  name: 'turn-loop',
  group: 'run',
  summary: 'Run a prompt for a number of turns',
  description:
    'The prompt is the first turn. With --continuation-prompt, that text is sent verbatim for each further turn, up to --max-turns; without it the loop ends after the first. The deadline holds for all turns together.',
  examples: [
    { line: 'ctx turn-loop "Find the bug." --model script:fix.script.yaml', says: 'one turn' },
    {
      line: 'ctx turn-loop "Find the bug." --continuation-prompt "Go on." --max-turns 3 --timeout-seconds 60 --model script:fix.script.yaml',
      says: 'three turns, a minute at most',
    },
  ],
  arguments: { prompt: argument.one('the first prompt') },
  flags: {
    'max-turns': flag.integerOr(3, 'how many turns to take', { min: 1 }),
    'timeout-seconds': flag.decimal('wall time of all turns', 'SECONDS', { min: 0.001 }),
    'continuation-prompt': flag.text('what to say for each further turn', 'TEXT'),
    limit: flag.integerOr(5, 'how many matched commands and tools a turn names', { min: 0 }),
    ...placeFlags,
    ...modelFlags,
    ...policyFlags,
  },
  returns: sessionAnswer,
  details: sessionAnswer,
  long: true,
  async run({ args: { prompt }, flags }, services) {
    const { cwd, env } = services;
    const more = flags['continuation-prompt'];
    const continuation = more === undefined ? [] : Array.from({ length: flags['max-turns'] - 1 }, () => more);
    const plan = planFrom({ runs: [{ run_id: 'loop', task: prompt, continuation }] }, cwd, cwd, env, {
      ...overridesFrom(flags),
      match_limit: flags.limit,
    });
    const place = { sessionId: flags['session-id'], sessionsDir: flags['sessions-dir'] };
    const start = (wanted: typeof plan) => startSession(wanted, place, withTrust({ flags }, services));
    return answerOf(await orWithoutSandbox(plan, { flags }, services, start), services.signal);
  },
  render: renderAnswer,
  live: (event, terminal) => (isSessionEvent(event) ? progress(event, terminal) : undefined),
  warnings: (answer) => answer.warnings,
});
