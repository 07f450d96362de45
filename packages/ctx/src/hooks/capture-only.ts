// An event in a project without a memory: no check has anything to say there, and its session is captured where the user wants all of them.

import { speechNamed } from '../hosts/speech.js';
import { projectRoot } from '../project/root.js';
import { membersOf } from '../protocol/members.js';
import { clockFrom } from '../time/clock.js';
import type { HookCall } from './answer.js';
import { capturedAnywhere } from './captured.js';
import { hasMemory, isPaused } from './hooked-project.js';

export async function captureOnly(
  folder: string,
  { words, input, env, clock = clockFrom(env) }: Omit<HookCall, 'root'>,
): Promise<void> {
  const [name = '', eventName = ''] = words;
  const host = await speechNamed(name);
  const kind =
    host !== undefined && Object.hasOwn(host.events, eventName) ? host.events[eventName] : undefined;
  if (host === undefined || kind === undefined || input.state !== 'read') return;
  const root = projectRoot({ cwd: folder, env });
  // A project that has one is here because a person paused its hooks.
  if (hasMemory(root) || isPaused(root, env)) return;
  const event = host.decode(kind, membersOf(input.value), env);
  await capturedAnywhere({ host, event, reply: {}, root, env, now: clock.now() });
}
