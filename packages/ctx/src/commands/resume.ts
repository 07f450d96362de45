import { clawable } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { resumeSession } from '../runs/resume-session.js';
import { answerOf, renderAnswer, sessionAnswer } from './session-answer.js';
import { mcpFlags, modelFlags, placeFlags, policyFlags, wholePolicyFrom } from './session-flags.js';
import { isSessionEvent, progress } from './session-progress.js';
import { withTrust } from './trust-gate.js';

export default clawable({
  name: 'resume',
  group: 'run',
  summary: 'Go on where a session stopped',
  description:
    'Takes up the run that a crash or a signal left, with every setting it had, then the runs that were never begun. With --task it goes on with the last conversation in a new run; budgets count on from what was spent. Policy flags can only make it stricter. A tool call that was cut off is recorded as interrupted, and not run again by itself. Only sessions that this machine wrote are resumed: any other log, and one that lacks the last record that is known of it, needs --trust-log.',
  examples: [
    { line: 'ctx resume fix-the-test', says: 'after a crash' },
    { line: 'ctx resume fix-the-test --task "Now the docs."', says: 'go on with something new' },
    { line: 'ctx resume ./s.jsonl --deny-tool bash', says: 'a file, and stricter than before' },
  ],
  arguments: { session: argument.one('a session’s id, or its file') },
  flags: {
    task: flag.text('what to do next, in the same conversation', 'TEXT'),
    'base-url': modelFlags['base-url'],
    'sessions-dir': placeFlags['sessions-dir'],
    'trust-log': flag.switch('resume a session that another machine wrote: it brings its own settings'),
    sandbox: flag.switch('confine what tools start, also where the session did not'),
    'with-mcp': flag.switch('start the session’s MCP servers again'),
    trust: mcpFlags.trust,
    ...policyFlags,
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
