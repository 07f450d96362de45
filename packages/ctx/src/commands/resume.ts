import { clawable } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { resumeSession } from '../runs/resume-session.js';
import { answerOf, renderAnswer, sessionAnswer } from './session-answer.js';
import {
  budgetFlags,
  limitsFromFlags,
  mcpFlags,
  modelFlags,
  placeFlags,
  policyFlags,
  wholePolicyFrom,
} from './session-flags.js';
import { isSessionEvent, progress } from './session-progress.js';
import { withTrust } from './trust-gate.js';

export default clawable({
  name: 'resume',
  group: 'run',
  summary: 'Resume a session',
  description:
    'Goes on with the prompt that a crash, a timeout, Ctrl-C, a spent budget or a failing model left open, from the last thing that was said or done, then with the runs that never began. With --task it leaves that prompt and asks something new in the same conversation. The time limit starts anew; other limits count what the session has already used, and the flags set them for all of it: a budget that is spent has to be raised. What you change (limits, --model) is recorded in the log. Policy flags can only make it stricter. A tool call that was cut off is recorded as interrupted, and not run again by itself. Only sessions that this machine wrote are resumed: any other log, and one that lacks the last record that is known of it, needs --trust-log.',
  examples: [
    { line: 'ctx resume fix-the-test', says: 'after a crash, a timeout or Ctrl-C' },
    { line: 'ctx resume fix-the-test --max-usd 2', says: 'after a spent budget: 2 dollars in all' },
    { line: 'ctx resume fix-the-test --task "Now the docs."', says: 'go on with something new' },
    { line: 'ctx resume ./s.jsonl --deny-tool bash', says: 'a file, and stricter than before' },
  ],
  arguments: { session: argument.one('a session’s id, or its file') },
  flags: {
    task: flag.text('what to do next, in the same conversation', 'TEXT'),
    model: flag.text(
      'another model for what is left to do: PROVIDER/MODEL, script:FILE or replay:SESSION',
      'MODEL',
    ),
    'base-url': modelFlags['base-url'],
    'sessions-dir': placeFlags['sessions-dir'],
    'trust-log': flag.switch('resume a session that another machine wrote: it brings its own settings'),
    sandbox: flag.switch('confine what tools start, also where the session did not'),
    'with-mcp': flag.switch('start the session’s MCP servers again'),
    trust: mcpFlags.trust,
    ...policyFlags,
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
      session,
      task,
      baseUrl,
      sessionsDir,
      policy,
      limits: limitsFromFlags(flags),
      model: flags.model,
      withMcp,
      sandbox: flags.sandbox,
      trustLog: flags['trust-log'],
    };
    return answerOf(await resumeSession(resuming, withTrust({ flags }, services)), services.signal);
  },
  render: renderAnswer,
  live: (event, terminal, midLine) =>
    isSessionEvent(event) ? progress(event, terminal, midLine) : undefined,
  warnings: (answer) => answer.warnings,
});
