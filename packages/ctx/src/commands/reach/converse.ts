// A conversation with a session elsewhere: what is typed here goes there, Ctrl-C gives a turn up, and what failed is shown.

import type { Services } from '../../cli/command.js';
import { failureText } from '../../cli/failure-in-words.js';
import { counted, neutral } from '../../cli/terminal.js';
import { fail } from '../../protocol/codes.js';
import { Failure } from '../../protocol/failure.js';
import type { RemoteSession } from '../../reach/remote-ctx.js';
import { type AnswerSlash, type ChatDesk, chatDesk } from '../chat/chat-desk.js';
import type { Talked } from './remote-talk.js';
import { remoteTurn } from './remote-turn.js';

/** Until they leave. */
export async function converse(talked: Talked, services: Services): Promise<void> {
  const desk = chatDesk(services);
  const { remote, session } = talked;
  const spent = { turns: 0, calls: 0 };
  desk.show(`session ${session.id} on ${neutral(remote.target)}: /help lists commands, Ctrl-D leaves`);
  let wasInterrupted = false;
  if (session.isBusy) {
    desk.show('(a turn is under way)');
    wasInterrupted = await untilOver(() => talked.settled(), talked, desk, services);
  }
  for (;;) {
    const said = await desk.message(answers(session, remote.target, spent, services), wasInterrupted);
    if (said === undefined) return;
    wasInterrupted = await untilOver(
      async () => {
        const { totals } = await remoteTurn(said, { session, runs: talked.runs, target: remote.target });
        spent.turns += totals.turns;
        spent.calls += totals.model_calls;
      },
      talked,
      desk,
      services,
    );
  }
}

/** Whether Ctrl-C ended it. A turn that failed is one that they saw fail; who is gone, or left, ends the conversation. */
async function untilOver(
  work: () => Promise<void>,
  { session }: Talked,
  desk: ChatDesk,
  services: Services,
): Promise<boolean> {
  let isCancelled = false;
  let leave = (_: Failure) => {};
  const left = new Promise<never>((_, reject) => {
    leave = reject;
  });
  const giveBack = services.takeCtrlC(() => {
    if (isCancelled) return leave(fail('interrupted', { operation: 'talk', target: session.id }));
    isCancelled = true;
    desk.show('\n(interrupted; Ctrl-C again leaves)');
    session.cancel();
  });
  try {
    await Promise.race([work(), left]);
  } catch (error) {
    const isFinal =
      !(error instanceof Failure) || ['remote_lost', 'remote_untrue', 'interrupted'].includes(error.code);
    if (isFinal) throw error;
    desk.show(neutral(await failureText(error, services.program.name)));
  } finally {
    giveBack();
  }
  return isCancelled;
}

function answers(
  session: RemoteSession,
  target: string,
  spent: { readonly turns: number; readonly calls: number },
  services: Services,
): AnswerSlash {
  const changed = async (change: Promise<void>, says: string) => {
    try {
      await change;
      return says;
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'remote_lost') throw error;
      return neutral(await failureText(error, services.program.name));
    }
  };
  return async (name, rest) => {
    switch (name) {
      case 'model':
        if (rest === '') return 'Name one: /model NAME.';
        return changed(session.setOption('model', rest), `From now on ${neutral(rest)} answers.`);
      case 'effort':
        if (rest === '') return 'Say /effort low, medium or high.';
        return changed(
          session.setOption('effort', rest),
          `From now on the model thinks with effort ${neutral(rest)}.`,
        );
      case 'policy':
        if (rest === '') return 'Say /policy ask, read-only, edit or full, as far as the server lets you.';
        return changed(session.setMode(rest), `From now on it works in the mode ${neutral(rest)}.`);
      case 'cost':
        return `${counted(spent.turns, 'turn')}, ${counted(spent.calls, 'model call')} since you connected`;
      case 'undo':
        return `The files are on ${neutral(target)}: undo it there.`;
      case 'report':
        return `The session is on ${neutral(target)}: ctx report ${session.id} writes it there.`;
    }
  };
}
