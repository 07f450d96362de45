// `--cancel SESSION --target-is-gone`: a session comes back from a machine that nobody can ask any more. Whoever does that may fork it, so the
// machine is tried first, a person says yes, and the log keeps it.

import { ask } from '../../cli/ask.js';
import type { Services } from '../../cli/command.js';
import { failureInWords } from '../../cli/failure-in-words.js';
import { neutral } from '../../cli/terminal.js';
import { fail } from '../../protocol/codes.js';
import { Failure } from '../../protocol/failure.js';
import { type Departed, takeBackUnanswered } from '../../teleport/departed-session.js';
import { senderHere } from './move.js';
import { connectPeer } from './peer.js';
import { type WayFlags, wayTo } from './way-to.js';

export async function takeBackFromGone(
  departed: Departed,
  target: string | undefined,
  flags: WayFlags,
  services: Services,
): Promise<string> {
  const { session_id, peer, hasArrived } = departed;
  const where = { operation: 'teleport', target: session_id, peer };
  const isKnown = target !== undefined && !target.startsWith('back:');
  const silence = isKnown
    ? await whyGone(target, flags, services)
    : 'this machine no longer knows how to reach it';
  if (silence === undefined) throw fail('teleport_target_answers', where);
  const lost = hasArrived
    ? 'It had arrived there: what was done there since is not in this log.'
    : 'Nobody knows whether it arrived there.';
  const question = [
    `Session ${session_id} was moved to ${neutral(peer)}, which does not answer (${neutral(silence)}).`,
    lost,
    'If that machine ever comes back, the session may continue there as well as here. The log records that you took it back.',
    'Take it back?',
  ].join('\n');
  const answer = await ask(question, { flags: { 'output-format': 'text' } });
  if (answer === 'nobody') throw fail('teleport_unattended', where);
  if (answer === 'no') throw fail('teleport_declined', where);
  takeBackUnanswered(departed, senderHere(services));
  return `session ${session_id} continues here again; ctx verify ${session_id} shows that ${neutral(peer)} did not confirm it\n`;
}

/** Nothing where somebody answers there as ctx does. */
async function whyGone(target: string, flags: WayFlags, services: Services): Promise<string | undefined> {
  try {
    const connection = await wayTo(target, flags, services).greeted((carrier) =>
      connectPeer(carrier, target, services),
    );
    connection.close();
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return (await failureInWords(error, services.program.name)).message.replace(/\.$/, '');
  }
}
