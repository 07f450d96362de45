import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { columns, neutral } from '../cli/terminal.js';
import { planFrom } from '../config/plan.js';
import { stopReasons, turnResult } from '../protocol/records.js';
import { startSession } from '../runs/start-session.js';
import { readWhole } from '../session/read-whole.js';
import { orWithoutSandbox } from './or-without-sandbox.js';
import { answerOf, sessionAnswer } from './session-answer.js';
import { modelFlags, overridesFrom, placeFlags, policyFlags } from './session-flags.js';
import { isSessionEvent, progress } from './session-progress.js';
import { withTrust } from './trust-gate.js';

const closed = { additionalProperties: false };

export default clawable({
  name: 'bootstrap',
  group: 'run',
  summary: 'Start a session with one prompt, and show all that it started with',
  description:
    'Gives the set-up facts, the commands and tools that fit the prompt, the result of one turn, and where the session is. The prompt is submitted once.',
  examples: [
    {
      line: 'ctx bootstrap "Read the test." --model script:fix.script.yaml',
      says: 'one turn, with its set-up',
    },
  ],
  arguments: { prompt: argument.one('the prompt') },
  flags: {
    limit: flag.integerOr(5, 'how many matched commands and tools to name', { min: 0 }),
    ...placeFlags,
    ...modelFlags,
    ...policyFlags,
  },
  returns: t.Object(
    {
      setup: t.Object(
        {
          version: t.String(),
          node: t.String(),
          platform: t.String(),
          project_root: t.String(),
          model: t.String(),
          tools: t.Array(t.String()),
        },
        closed,
      ),
      matched_commands: t.Array(t.String()),
      matched_tools: t.Array(t.String()),
      session_id: t.String(),
      path: t.String(),
      chain_head: t.String(),
      stop_reason: t.Enum([...stopReasons]),
      turn: turnResult,
    },
    closed,
  ),
  details: sessionAnswer,
  long: true,
  async run({ args: { prompt }, flags }, services) {
    const { cwd, env, program } = services;
    const plan = planFrom({ runs: [{ run_id: 'bootstrap', task: prompt }] }, cwd, cwd, env, {
      ...overridesFrom(flags),
      match_limit: flags.limit,
    });
    const [planned] = plan.runs;
    if (planned === undefined) throw new TypeError('a plan has a run');
    const place = { sessionId: flags['session-id'], sessionsDir: flags['sessions-dir'] };
    const start = (wanted: typeof plan) => startSession(wanted, place, withTrust({ flags }, services));
    const conducted = await orWithoutSandbox(plan, { flags }, services, start);
    const { session_id, path, chain_head, runs } = answerOf(conducted, services.signal);
    const turn = runs[0]?.turns[0];
    if (turn === undefined) throw new TypeError('a completed run has a turn');
    const opened = readWhole(path).records.find(({ type }) => type === 'run.opened');
    const tools = opened?.type === 'run.opened' ? opened.pool : [];
    return {
      setup: {
        version: program.version,
        node: process.version,
        platform: `${process.platform} ${process.arch}`,
        project_root: plan.root,
        model: planned.settings.model,
        tools: tools.map(({ name }) => name),
      },
      matched_commands: turn.matched_commands,
      matched_tools: turn.matched_tools,
      session_id,
      path,
      chain_head,
      stop_reason: turn.stop_reason,
      turn,
    };
  },
  render({ setup, matched_commands, matched_tools, path, turn }) {
    const facts = columns([
      ['version', setup.version],
      ['project', setup.project_root],
      ['model', setup.model],
      ['tools', setup.tools.join(', ')],
      ['fitting commands', matched_commands.join(', ') || 'none'],
      ['fitting tools', matched_tools.join(', ') || 'none'],
      ['session', path],
    ]);
    return `${facts}\n${neutral(turn.output)}`;
  },
  live: (event, terminal) => (isSessionEvent(event) ? progress(event, terminal) : undefined),
});
