import { clawable, type Services } from '../cli/command.js';
import { argument, flag, type Input } from '../cli/inputs.js';
import { neutral } from '../cli/terminal.js';
import { type Plan, planFrom, planFromFile } from '../config/plan.js';
import { fail } from '../protocol/codes.js';
import { appendToSession } from '../runs/append-to-session.js';
import { startSession } from '../runs/start-session.js';
import { orWithoutSandbox } from './or-without-sandbox.js';
import { answerOf, renderAnswer, sessionAnswer } from './session-answer.js';
import { budgetFlags, modelFlags, overridesFrom, placeFlags, policyFlags } from './session-flags.js';
import { isSessionEvent, progress } from './session-progress.js';
import { withTrust } from './trust-gate.js';

const args = { config: argument.optional('a session config: YAML or JSON') };

const flags = {
  task: flag.text('the prompt, instead of a config', 'TEXT'),
  'run-id': flag.text('the id of the run that --task makes (default r1)', 'ID'),
  out: flag.text('the session’s file (its folder must be there)', 'FILE'),
  append: flag.text('add the runs to this session instead of making a new one', 'SESSION'),
  ...placeFlags,
  ...modelFlags,
  ...budgetFlags,
  ...policyFlags,
};

export default clawable({
  name: 'run',
  group: 'run',
  summary: 'Run an agent headless, and keep all that it did as a session',
  description:
    'Drives a model with tools, policy and budgets through the runs of a config, or through one --task. The session is an append-only, hash-chained log. The exit code says how it ended: 0 only if every run completed, 2 for a timeout, 130 or 143 if it was cancelled, 1 for everything else, with the stop reason as the error’s code. Flags win over the config; policies add up. With CTX_DETERMINISTIC=1 the same config gives the same bytes on every machine.',
  examples: [
    { line: 'ctx run session.yaml', says: 'the runs of a config' },
    {
      line: 'ctx run --task "Say hello." --model script:hello.script.yaml',
      says: 'one task, without a config',
    },
    { line: 'ctx run session.yaml --deny-tool bash --max-usd 0.10', says: 'stricter than the config' },
    { line: 'ctx run more.yaml --append fix-the-test', says: 'more runs for a session that is there' },
  ],
  arguments: args,
  flags,
  returns: sessionAnswer,
  details: sessionAnswer,
  long: true,
  async run(input, services) {
    const { append, out, 'session-id': id, 'sessions-dir': sessionsDir } = input.flags;
    if (append !== undefined) {
      if (out !== undefined) throw contradiction('--append', '--out');
      if (id !== undefined) throw contradiction('--append', '--session-id');
    }
    const trusting = withTrust(input, services);
    const place = { out, sessionId: id, sessionsDir };
    const start = (plan: Plan) =>
      append === undefined
        ? startSession(plan, place, trusting)
        : appendToSession(append, plan, sessionsDir, trusting);
    const plan = await planOf(input, services);
    showLoosened(plan, input.args.config, input, services);
    return answerOf(await orWithoutSandbox(plan, input, services, start), services.signal);
  },
  render: renderAnswer,
  live: (event, terminal, midLine) =>
    isNote(event) ? event.text : isSessionEvent(event) ? progress(event, terminal, midLine) : undefined,
  warnings: (answer) => answer.warnings,
});

async function planOf(
  { args: { config }, flags: given }: Input<typeof args, typeof flags>,
  services: Services,
): Promise<Plan> {
  const { cwd, env } = services;
  const overrides = overridesFrom(given);
  if (config !== undefined) {
    if (given.task !== undefined) throw contradiction('--task', config);
    return planFromFile(config, cwd, env, overrides);
  }
  if (given.task === undefined) throw fail('task_missing', { operation: 'plan', target: 'task' });
  const run = { run_id: given['run-id'] ?? 'r1', task: given.task };
  return planFrom({ runs: [run] }, cwd, cwd, env, overrides);
}

/** People see it before anything happens; for machines the log says what was in force. */
function showLoosened(
  { loosened = [] }: Plan,
  config: string | undefined,
  { flags: shared }: Pick<Input, 'flags'>,
  { emit }: Services,
) {
  if (loosened.length === 0 || shared['output-format'] !== 'text') return;
  const lines = loosened.map((line) => `  ${line}\n`).join('');
  emit({ note: 'config', text: neutral(`note: ${config} loosens what ctx allows:\n${lines}`) });
}

function isNote(event: object): event is { readonly text: string } {
  return 'note' in event && 'text' in event && typeof event.text === 'string';
}

function contradiction(target: string, other: string) {
  return fail('flags_contradict', { operation: 'argparse', target, other });
}
