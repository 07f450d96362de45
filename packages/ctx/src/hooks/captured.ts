// Whether an event is captured, and what the person is told where it could not be. A guard's answer never depends on it.

import { userChoice } from '../capture/wanted.js';
import type { HostSpeech } from '../hosts/host.js';
import type { HostEvent, HostReply } from '../protocol/host-event.js';
import { hookSettings } from './settings.js';
import { shortReason } from './short-reason.js';

export interface Capturable {
  readonly host: HostSpeech;
  readonly event: HostEvent;
  readonly reply: HostReply;
  readonly root: string;
  /** Every project that guards where this happened, the nearest first. */
  readonly guarding?: () => readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: number;
}

export interface Uncaptured {
  /** For the person, once a session. */
  readonly message: string;
  readonly error?: unknown;
}

export async function captured(given: Capturable): Promise<Uncaptured | undefined> {
  try {
    const choice = await userChoice(given.env);
    if (choice === 'off') return undefined;
    const here = { ...given, root: await homeOf(given) };
    if (choice === undefined && (await isOffHere(here)))
      return {
        message: 'ctx: this session is not captured, because .context/config.yaml says capture: false',
      };
    await capture(here);
    return undefined;
  } catch (error) {
    return {
      message: `ctx: this session could not be captured: ${shortReason(error)}; ctx doctor says more`,
      error,
    };
  }
}

/** In a project without a memory, where the user wants every session captured. */
export async function capturedAnywhere(given: Capturable): Promise<void> {
  try {
    await capture(given);
  } catch {
    // Such a project has nowhere to write it down, and its host goes on.
  }
}

/** A session stays with the project that it began in. A new one belongs to the nearest. */
async function homeOf({ host, event, root, guarding, env }: Capturable): Promise<string> {
  if (guarding === undefined) return root;
  const { projectOfSession } = await import('../capture/capture-event.js');
  const known = { host: host.name, event, env };
  return projectOfSession(known, [root]) ?? projectOfSession(known, guarding()) ?? root;
}

/** Sealing takes code that no check needs. */
async function capture({ host, ...given }: Capturable): Promise<void> {
  const { captureEvent } = await import('../capture/capture-event.js');
  await captureEvent({ ...given, host: host.name, endsAtStop: host.endsAtStop === true });
}

/** A config that cannot be read switches nothing off. */
async function isOffHere({ root, env }: Capturable): Promise<boolean> {
  try {
    return !(await hookSettings({ root }, env)).capture;
  } catch {
    return false;
  }
}
