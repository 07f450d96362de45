// An event in a project without a memory: no check has anything to say there. Its session is captured where it began in a project that has
// one, and where the user wants all of them.

import type { HostSpeech } from '../hosts/host.js';
import { speechNamed } from '../hosts/speech.js';
import { projectRoot } from '../project/root.js';
import type { HostEvent, HostReply } from '../protocol/host-event.js';
import { membersOf } from '../protocol/members.js';
import { clockFrom } from '../time/clock.js';
import type { HookCall } from './answer.js';
import { captured, capturedAnywhere } from './captured.js';
import { hasMemory, isPaused } from './hooked-project.js';

type Call = Omit<HookCall, 'root'>;

export async function captureOnly(folder: string, call: Call): Promise<void> {
  const { env, clock = clockFrom(env) } = call;
  const told = await toldBy(call);
  if (told === undefined) return;
  const root = projectRoot({ cwd: folder, env });
  // A project that has one is here because a person paused its hooks.
  if (hasMemory(root) || isPaused(root, env)) return;
  await capturedAnywhere({ ...told, reply: {}, root, env, now: clock.now() });
}

/**
 * Whether one of these projects has the session's log already. An agent may work in a repository that it made or cloned below them, or
 * have taken their memory away: the log goes on.
 */
export async function captureWhereBegun(
  projects: readonly string[],
  call: Call,
  reply: HostReply = {},
): Promise<boolean> {
  const { env, clock = clockFrom(env) } = call;
  const told = await toldBy(call);
  if (told === undefined) return false;
  const { projectOfSession } = await import('../capture/capture-event.js');
  const root = projectOfSession({ host: told.host.name, event: told.event, env }, projects);
  if (root === undefined) return false;
  await captured({ ...told, reply, root, env, now: clock.now() });
  return true;
}

async function toldBy({
  words,
  input,
  env,
}: Call): Promise<{ readonly host: HostSpeech; readonly event: HostEvent } | undefined> {
  const [name = '', eventName = ''] = words;
  const host = await speechNamed(name);
  const kind =
    host !== undefined && Object.hasOwn(host.events, eventName) ? host.events[eventName] : undefined;
  if (host === undefined || kind === undefined || input.state !== 'read') return undefined;
  return { host, event: host.decode(kind, membersOf(input.value), env) };
}
