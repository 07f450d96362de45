import { clawable } from '../cli/command.js';
import { hasPerson } from '../cli/fresh-line.js';
import { argument, flag } from '../cli/inputs.js';
import { resumeSession } from '../runs/resume-session.js';
import { withApprovals } from './approver.js';
import { ownUrls } from './default-model.js';
import { answerOf, renderAnswer, sessionAnswer } from './session-answer.js';
import {
  askFlags,
  budgetFlags,
  lastFlag,
  limitsFromFlags,
  mcpFlags,
  modelFlags,
  placeFlags,
  policyFlags,
  sessionFrom,
  wholePolicyFrom,
} from './session-flags.js';
import { progressFlags, watchedSession } from './session-progress.js';

export default clawable({
  name: 'resume',
  group: 'run',
  summary: 'Resume a session',
  description:
    'Continues the prompt that a crash, a timeout, Ctrl-C, a spent budget or a failing model left open, from the last recorded step, and then starts the runs that never started. With --task it drops that prompt and asks something new in the same conversation. The time limit starts again. Other limits count what the session has used already, so raise a spent budget with its flag. The log records what you change (limits, --model, --effort). Policy flags can only make the session stricter. A tool call that was cut off is recorded as interrupted and not repeated. Only sessions that this machine wrote are resumed; any other log needs --trust-log, and so does one that lacks the last record this machine knows of.',
  examples: [
    { line: 'ctx resume --last', says: 'after a crash, a timeout or Ctrl-C' },
    { line: 'ctx resume fix-the-test --max-usd 2', says: 'after a spent budget: 2 dollars in all' },
    {
      line: 'ctx resume fix-the-test --task "Now the docs."',
      says: 'ask for something new in the same conversation',
    },
    { line: 'ctx resume ./s.jsonl --deny-tool bash', says: 'a file, and stricter than before' },
  ],
  arguments: { session: argument.optional('a session’s id, its unique beginning or end, or its file') },
  flags: {
    task: flag.text('what to do next, in the same conversation', 'TEXT'),
    model: flag.text('use this model for the rest: PROVIDER/MODEL, script:FILE or replay:SESSION', 'MODEL'),
    ...lastFlag,
    effort: modelFlags.effort,
    'base-url': modelFlags['base-url'],
    'sessions-dir': placeFlags['sessions-dir'],
    'trust-log': flag.switch(
      'resume a session that another machine wrote: it runs with the settings in its log',
    ),
    sandbox: flag.switch('use the sandbox even if the session did not'),
    'with-mcp': flag.switch('start the session’s MCP servers again'),
    trust: mcpFlags.trust,
    ...policyFlags,
    ...askFlags,
    ...progressFlags,
    ...budgetFlags,
  },
  returns: sessionAnswer,
  details: sessionAnswer,
  long: true,
  async run({ args: { session }, flags }, services) {
    const { task, 'base-url': baseUrl, 'sessions-dir': sessionsDir } = flags;
    const policy = wholePolicyFrom(flags);
    const withMcp = flags['with-mcp'];
    const resuming = {
      session: sessionFrom(session, flags, 'resume'),
      task,
      baseUrl,
      sessionsDir,
      policy,
      limits: limitsFromFlags(flags),
      model: flags.model,
      effort: flags.effort,
      findOwnUrls: () => ownUrls(services),
      withMcp,
      sandbox: flags.sandbox,
      trustLog: flags['trust-log'],
    };
    if (task === undefined && (await hasPerson(flags))) {
      const [{ chatDesk }, { resumeTalking }] = await Promise.all([
        import('./chat/chat-desk.js'),
        import('./chat/start-talking.js'),
      ]);
      return resumeTalking(resuming, chatDesk(services), flags, services);
    }
    const conducted = await resumeSession(resuming, await withApprovals(flags, services));
    return answerOf(conducted, services.signal);
  },
  render: (answer, terminal) => renderAnswer(answer, terminal),
  watch: watchedSession,
  warnings: (answer) => answer.warnings,
});
