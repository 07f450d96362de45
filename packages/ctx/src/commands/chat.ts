import { foreign } from '../cli/command.js';
import { hasPerson } from '../cli/fresh-line.js';
import { neutral, shown } from '../cli/terminal.js';
import { fail } from '../protocol/codes.js';
import { chatDesk } from './chat/chat-desk.js';
import type { NextTurn } from './chat/slash-commands.js';
import { watchedChat } from './chat/watched-chat.js';
import { renderAnswer, type SessionAnswer } from './session-answer.js';
import { askFlags, budgetFlags, modelFlags, placeFlags, policyFlags } from './session-flags.js';
import { progressFlags } from './session-progress.js';

export default foreign({
  name: 'chat',
  group: 'run',
  summary: 'Chat with a model at the terminal',
  description:
    'A conversation, line by line, recorded as one ordinary session: verify, replay, report and resume work on it. `ctx` alone opens it on a terminal, and `ctx resume ID` continues one. By default the model reads freely and asks before it writes or runs a command. /help lists the commands: /model, /effort, /policy, /cost, /undo, /report, /exit. A backslash at the end of a line continues it on the next; pasted text stays one message. Ctrl-C interrupts the turn and keeps the session; twice, it leaves. Your input history is kept in your state folder, without secrets.',
  examples: [
    { line: 'ctx chat', says: 'with the model that CTX_MODEL names' },
    {
      line: 'ctx chat --model anthropic/claude-sonnet-4-5 --max-usd 2',
      says: 'another model, 2 dollars at most',
    },
    { line: 'ctx chat --profile read-only', says: 'talk about the code, and change nothing' },
  ],
  arguments: {},
  flags: { ...placeFlags, ...modelFlags, ...budgetFlags, ...policyFlags, ...askFlags, ...progressFlags },
  speaks: 'a conversation with a person',
  long: true,
  async run(input, services) {
    if (!(await hasPerson(input.flags)))
      throw fail('conversation_unattended', { operation: 'run', target: 'chat' });
    const desk = chatDesk(services);
    const { model, effort } = input.flags;
    desk.show(`ctx ${services.program.version}: /help lists commands, Ctrl-D leaves`);
    // `/model` can mend it: the conversation is opened all the same.
    const { modelProblem } = await import('./chat/usable-model.js');
    const problem = await modelProblem(model, input.flags, services);
    if (problem !== undefined) desk.show(problem);
    const next: NextTurn = {
      between: undefined,
      settings: undefined,
      model,
      effort,
      undo: () => 'There is no turn to undo.',
    };
    // What answers commands and conducts a session is loaded when there is something to do.
    const first = await desk.message(async (name, rest) =>
      (await import('./chat/slash-commands.js')).slashAnswers(next, services, input.flags)(name, rest),
    );
    if (first !== undefined) {
      const { startTalking } = await import('./chat/start-talking.js');
      const answer = await startTalking(first, next, desk, input, services);
      if (answer !== undefined) desk.show(closing(answer));
    }
    return { stdout: '', exitCode: 0 };
  },
  watch: async (screen, watching) => watchedChat(screen, watching),
});

function closing(answer: SessionAnswer): string {
  const terminal = { interactive: true, colour: false, width: 80, watched: true };
  const warnings = answer.warnings.map((warning) => `warning: ${neutral(warning)}\n`);
  return shown(`${renderAnswer(answer, terminal)}${warnings.join('')}`, terminal);
}
