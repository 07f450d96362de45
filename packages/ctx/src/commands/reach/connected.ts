// What the modes that connect have in common: one prompt by argument, or a conversation.

import type { Services, Watcher, Watching } from '../../cli/command.js';
import { failureInWords } from '../../cli/failure-in-words.js';
import { hasPerson } from '../../cli/fresh-line.js';
import { flag } from '../../cli/inputs.js';
import type { Screen } from '../../cli/screen.js';
import { neutral, type Terminal } from '../../cli/terminal.js';
import { fail } from '../../protocol/codes.js';
import { Failure } from '../../protocol/failure.js';
import { promptFrom } from '../given-prompt.js';
import { answerOf, renderAnswer, type SessionAnswer } from '../session-answer.js';
import { type AskFlags, askFlags, budgetFlags, modelFlags, policyFlags } from '../session-flags.js';
import { progressFlags, watchedSession } from '../session-progress.js';
import { converse } from './converse.js';
import type { Reach } from './reach-server.js';
import { openRemote, type Talked, type Wanted } from './remote-talk.js';
import { remoteTurn } from './remote-turn.js';

const { model, system, 'no-context': noContext, seed, effort, sandbox } = modelFlags;

export const connectedFlags = {
  session: flag.text('continue this session, or follow it while it works (default: a new one)', 'ID'),
  'no-stdin': flag.switch('do not add stdin to the prompt'),
  model,
  system,
  'no-context': noContext,
  seed,
  effort,
  sandbox,
  ...budgetFlags,
  ...policyFlags,
  ...askFlags,
  ...progressFlags,
};

/** As a session here is watched. What they typed themselves is on the screen already. */
export async function watchedTalk(screen: Screen, watching: Watching): Promise<Watcher> {
  const watcher = await watchedSession(screen, watching);
  return {
    ...watcher,
    take(event) {
      if (!('type' in event) || event.type !== 'turn.opened') watcher.take(event);
    },
  };
}

type ConnectedFlags = AskFlags &
  Readonly<Record<string, unknown>> & { readonly 'no-stdin': boolean; readonly session: string | undefined };

interface Connecting {
  readonly called: string;
  readonly folder?: string | undefined;
  readonly reach: Reach;
  /** What goes on with the session, on this machine. */
  readonly again: (session: string) => string;
}

/** The text that is left when it is over. */
export async function connected(
  { called, folder, reach, again }: Connecting,
  prompt: string | undefined,
  flags: ConnectedFlags,
  services: Services,
): Promise<string> {
  const given = { ...flags, 'output-format': 'text' };
  const task = await promptFrom({ word: prompt, task: undefined, noStdin: flags['no-stdin'] }, services);
  if (task === undefined && !(await hasPerson(given)))
    throw fail('conversation_unattended', { operation: 'run', target: called });
  const wanted: Wanted = { called, folder, session: flags.session, flags: given };
  const talked = await openRemote(reach, wanted, services);
  const { session, remote } = talked;
  try {
    if (task !== undefined) return endText(await oneTurn(task, talked, services), again(session.id));
    await converse(talked, services);
    await session.close();
    return `session ${session.id} stays on ${neutral(called)}\n${again(session.id)} continues it\n`;
  } finally {
    remote.connection.close();
  }
}

/** A prompt to a session elsewhere, and the truth about what came of it: a run that stopped early is its failure. */
export async function oneTurn(
  task: string,
  { session, runs, remote, settled }: Talked,
  { signal, program }: Services,
): Promise<SessionAnswer> {
  const cancel = () => session.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await settled();
    const conducted = await remoteTurn(task, { session, runs, target: remote.target });
    await closedThere(session);
    return await inWordsOfThere(remote.target, program.name, () => answerOf(conducted, signal));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** What to do next is to be done there. */
async function inWordsOfThere<T>(target: string, program: string, work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, hint } = await failureInWords(error, program);
    const wordedAs = { message, ...(hint !== undefined && { hint: `On ${target}: ${hint}` }) };
    throw new Failure(error.code, error.row, error.where, wordedAs);
  }
}

/** What was asked for is answered; whoever else watches keeps it open. */
async function closedThere(session: Talked['session']): Promise<void> {
  try {
    await session.close();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

function endText(answer: SessionAnswer, again: string): string {
  const isWatched = process.stdout.isTTY === true && process.stderr.isTTY === true;
  const terminal: Terminal = { interactive: isWatched, colour: false, width: 80, watched: isWatched };
  return renderAnswer(answer, terminal, [[again, 'continue from here']]);
}
