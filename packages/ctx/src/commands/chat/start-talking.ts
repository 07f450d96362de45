// From the first message, or from a session that is there, to a conversation.

import type { Services } from '../../cli/command.js';
import type { Input } from '../../cli/inputs.js';
import { fail } from '../../protocol/codes.js';
import type { Conducted } from '../../runs/conducted.js';
import { type Resuming, resumeSession } from '../../runs/resume-session.js';
import type { RunServices } from '../../runs/run-services.js';
import { startSession } from '../../runs/start-session.js';
import { withApprovals } from '../approver.js';
import { otherwiseFrom } from '../default-model.js';
import { orWithoutSandbox } from '../or-without-sandbox.js';
import { type SessionAnswer, talkAnswer } from '../session-answer.js';
import type { AskFlags, RunFlags } from '../session-flags.js';
import { showDefault } from '../shown-defaults.js';
import { trustGate } from '../trust-gate.js';
import type { ChatDesk } from './chat-desk.js';
import { firstPlan } from './first-plan.js';
import { inWords, type NextTurn, slashAnswers } from './slash-commands.js';
import { type Talking, talking } from './talking.js';

export interface ChatFlags extends RunFlags, AskFlags {
  readonly 'session-id': string | undefined;
  readonly 'sessions-dir': string | undefined;
}

/** Nothing where they left before anything could be done. */
export async function startTalking(
  first: string,
  next: NextTurn,
  desk: ChatDesk,
  input: { readonly flags: ChatFlags & Input['flags'] },
  services: Services,
): Promise<SessionAnswer | undefined> {
  const { flags } = input;
  const under = talking(desk, services);
  const place = { sessionId: flags['session-id'], sessionsDir: flags['sessions-dir'] };
  for (let message: string | undefined = first; message !== undefined; ) {
    const task = message;
    let conducted: Conducted | undefined;
    // Once there is a session, a failure ends the conversation; before, it is about this message.
    const problem = await inWords(
      services,
      async () => {
        const approving = await approvingFrom(flags, services, under);
        const otherwise = await otherwiseFrom(next, { ...services, trust: trustGate(input, services) });
        const plan = firstPlan(task, next, flags, services, otherwise);
        showDefault(plan.runs, input, services);
        conducted = await orWithoutSandbox(plan, input, services, (wanted) =>
          startSession(wanted, place, approving),
        );
        return '';
      },
      under.hasBegun,
    );
    if (conducted !== undefined) return left(conducted, under, services);
    desk.show(problem);
    message = await desk.message(slashAnswers(next, services, flags));
  }
  return undefined;
}

/** What the session left open comes first; then whoever is at the terminal. */
export async function resumeTalking(
  resuming: Resuming,
  desk: ChatDesk,
  flags: AskFlags & Input['flags'],
  services: Services,
): Promise<SessionAnswer> {
  const under = talking(desk, services);
  return left(await resumeSession(resuming, await approvingFrom(flags, services, under)), under, services);
}

async function approvingFrom(
  flags: AskFlags & Input['flags'],
  services: Services,
  { talk, hear }: Talking,
): Promise<RunServices> {
  const emit = (event: object) => {
    hear(event);
    services.emit(event);
  };
  return { ...(await withApprovals(flags, services)), emit, talk, keepsFiles: true };
}

function left(conducted: Conducted, { wasCutOff }: Talking, { signal }: Services): SessionAnswer {
  const answer = talkAnswer(conducted);
  const where = { operation: 'run', target: 'chat' };
  if (wasCutOff() || signal.reason === 'SIGINT') throw fail('interrupted', where);
  if (signal.aborted) throw fail('terminated', where);
  return answer;
}
