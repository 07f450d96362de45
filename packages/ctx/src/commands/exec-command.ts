import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { neutral } from '../cli/terminal.js';
import { planFrom } from '../config/plan.js';
import { projectRoot } from '../project/root.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import { type FoundCommand, findCommand } from '../registry/find-command.js';
import { projectCommands } from '../registry/project-commands.js';
import { renderCommand } from '../registry/render-command.js';
import { shellCommandItem } from '../registry/shell-commands.js';
import { startSession } from '../runs/start-session.js';
import { nearest } from '../text/nearest.js';
import type { TrustItem } from '../trust/item.js';
import { requireTrust } from '../trust/require-trust.js';
import { otherwiseFrom } from './default-model.js';
import { orWithoutSandbox } from './or-without-sandbox.js';
import { answerOf, lastOutput, renderAnswer, type SessionAnswer, sessionAnswer } from './session-answer.js';
import { budgetFlags, modelFlags, overridesFrom, placeFlags, policyFlags } from './session-flags.js';
import { progressFlags, watchedSession } from './session-progress.js';
import { withTrust } from './trust-gate.js';

const about = {
  name: t.String(),
  /** What was said behind the name. */
  prompt: t.String(),
  source_hint: t.String(),
  origin: t.Enum(['command', 'skill', 'plugin']),
  /** The command’s text with the prompt in it, as it was sent. */
  rendered_prompt: t.String(),
  /** The last answer; with --dry-run, that nothing was run. */
  message: t.String(),
};

export default clawable({
  name: 'exec-command',
  group: 'tools',
  summary: 'Run one of the project’s commands or skills as a turn',
  description:
    'The command’s text becomes the prompt: $ARGUMENTS is replaced by your whole input, $1 by its first word; if the text has neither, your input is added at the end. The turn is a session of its own. --dry-run only shows the prompt.',
  examples: [
    { line: 'ctx exec-command review "the last commit" --dry-run', says: 'see the prompt' },
    { line: 'ctx exec-command review "the last commit" --model script:review.script.yaml', says: 'run it' },
  ],
  arguments: {
    name: argument.one('the command’s name, with or without a slash'),
    prompt: argument.optional('your input for it'),
  },
  flags: {
    'dry-run': flag.switch('show the prompt, and run nothing'),
    ...placeFlags,
    ...modelFlags,
    ...budgetFlags,
    ...policyFlags,
    ...progressFlags,
  },
  returns: t.Object(
    {
      ...about,
      handled: t.Literal(true),
      /** Absent with --dry-run. */
      session: t.Optional(sessionAnswer),
    },
    closed,
  ),
  details: t.Object({ ...about, session: sessionAnswer }, closed),
  long: true,
  async run({ args: { name, prompt: said = '' }, flags }, services) {
    const { cwd, env, program } = services;
    const root = projectRoot(services);
    const found = findCommand(root, env, name);
    if (found === undefined) {
      if (Object.hasOwn(program.commands, name)) {
        throw fail('command_not_prompt', { operation: 'exec_command', target: name });
      }
      const near = nearest(
        name,
        projectCommands(root, env).map((command) => command.name),
      );
      throw fail('command_not_found', {
        operation: 'find_command',
        target: name,
        nearest: near,
        verb: 'exec-command',
      });
    }
    const { kind, source } = found;
    const rendered = renderCommand(found, said);
    const what = {
      name: found.name,
      prompt: said,
      source_hint: source,
      origin: kind,
      rendered_prompt: rendered,
    };
    const handled = true as const;
    if (flags['dry-run']) return { ...what, handled, message: 'Nothing was run (--dry-run).' };
    const trusting = withTrust({ flags }, services);
    await requireTrust(shellItems(found), { root, env }, trusting.trust);
    const run = { run_id: 'exec-command', task: rendered };
    const plan = planFrom({ runs: [run] }, cwd, cwd, env, {
      ...overridesFrom(flags),
      ...(await otherwiseFrom(flags, trusting)),
    });
    const place = { sessionId: flags['session-id'], sessionsDir: flags['sessions-dir'] };
    const start = (wanted: typeof plan) => startSession(wanted, place, trusting);
    const shown = (answer: SessionAnswer) => ({ ...what, message: lastOutput(answer), session: answer });
    const conducted = await orWithoutSandbox(plan, { flags }, services, start);
    return { ...shown(answerOf(conducted, services.signal, shown)), handled };
  },
  render: ({ rendered_prompt, session }, terminal) =>
    session === undefined ? neutral(rendered_prompt) : renderAnswer(session, terminal),
  watch: watchedSession,
  warnings: ({ session }) => session?.warnings ?? [],
});

/** The project's own shell lines need trust; what lies in the user's home is the user's. */
function shellItems({ source, text }: FoundCommand): TrustItem[] {
  const item = source.startsWith('~/') ? undefined : shellCommandItem(source, text.body);
  return item === undefined ? [] : [item];
}
