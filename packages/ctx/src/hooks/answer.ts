// One event of a host: decoded, checked, answered in the host's own form. Whatever goes wrong here is not the host's
// problem, so it always answers, and never with an exit code that blocks.

import { fieldsOf } from '../hosts/fields.js';
import type { HookInput } from '../hosts/hook-input.js';
import type { HostSpeech } from '../hosts/host.js';
import { speeches } from '../hosts/known.js';
import { layout, layoutFlag, oldestLayout } from '../hosts/layout.js';
import { promptsIn } from '../hosts/prompts.js';
import { lastContextUse } from '../hosts/transcript.js';
import type { Context } from '../memory/context.js';
import { defaultSettings } from '../memory/settings.js';
import type { HostEvent, HostReply } from '../protocol/host-event.js';
import { type Clock, clockFrom } from '../time/clock.js';
import { checksFor } from './checks.js';
import { writeDown } from './errors.js';
import { forgetOldNotes } from './old-notes.js';
import { runChecks } from './run-checks.js';
import { type SessionNotes, sessionNotes } from './session-notes.js';
import { type HookSettings, hookSettings } from './settings.js';

export interface HookCall {
  /** The host, its name of the event, and the mark of our registration. */
  readonly words: readonly string[];
  readonly input: HookInput;
  /** The project, which has a memory and whose hooks are not paused. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  /** The checks of an event; ours unless said otherwise. */
  readonly checks?: typeof checksFor;
}

/** What belongs on stdout. */
export async function answerHook({
  words,
  input,
  root,
  env,
  clock = clockFrom(env),
  checks = checksFor,
}: HookCall) {
  const [hostName = '', eventName = ''] = words;
  const fields = fieldsOf(input.state === 'read' ? input.value : undefined);
  // Most hosts understand the form of the first one.
  const host = speechOf(hostName) ?? speeches[0];
  if (host === undefined) return '';
  const call = { words, context: { root }, env, now: clock.now(), checks };
  try {
    const kind = Object.hasOwn(host.events, eventName) ? host.events[eventName] : undefined;
    const event = host.decode(kind ?? 'prompt', fields);
    const notes = sessionNotes(call.context, event.session, call.now);
    const odd = oddity(words, kind !== undefined, input);
    const note = odd === undefined ? {} : onceASession(odd, notes);
    const reply = kind === undefined ? {} : await checked(host, event, notes, call);
    notes.save();
    return host.encode(eventName, { ...reply, ...messageOf(note.message, reply.message) });
  } catch (error) {
    troubled(call, 'hook', error);
    return '';
  }
}

interface Call {
  readonly words: readonly string[];
  readonly context: Context;
  readonly env: HookCall['env'];
  readonly now: number;
  readonly checks: typeof checksFor;
}

async function checked(
  host: HostSpeech,
  event: HostEvent,
  notes: SessionNotes,
  call: Call,
): Promise<HostReply> {
  const { context, env, now, checks } = call;
  if (event.kind === 'session-start') forgetOldNotes(context, now);
  const { settings, problem } = await settingsOf(notes, call);
  const reply = await runChecks(checks(event.kind), {
    event,
    host: host.name,
    context,
    settings,
    notes,
    env,
    now,
    contextUse: () => lastContextUse(host, event.transcript),
    transcriptPrompts: () => promptsIn(host, event.transcript),
  });
  return { ...reply, ...messageOf(problem, reply.message) };
}

/** A config that cannot be read denies nothing, and that is worth a word to the person whose rules do not hold. */
async function settingsOf(
  notes: SessionNotes,
  call: Call,
): Promise<{ settings: HookSettings; problem?: string | undefined }> {
  try {
    return { settings: await hookSettings(call.context) };
  } catch (error) {
    troubled(call, 'config', error);
    const problem = 'ctx: .context/config.yaml cannot be read, so its hooks.deny does not hold: ctx doctor';
    return { settings: defaultSettings.hooks, problem: onceASession(problem, notes).message };
  }
}

/** What is not as it should be about the call itself, as a note to the person. */
function oddity(words: readonly string[], known: boolean, input: HookInput): string | undefined {
  const [host = '', event = '', ...rest] = words;
  const again = 'run `ctx init --hooks` again';
  if (speechOf(host) === undefined)
    return `ctx: a hook of an unknown host (${shown(host)}) is installed; ${again}`;
  if (!known) return `ctx: a hook for an unknown event (${shown(event)}) is installed; ${again}`;
  const given = rest[0] === layoutFlag ? Number(rest[1]) : layout;
  if (!(given >= oldestLayout && given <= layout))
    return `ctx: the hooks here were installed by another version of ctx; ${again}`;
  if (input.state === 'too-large') return 'ctx: an event was too large to look at';
  return undefined;
}

function onceASession(message: string, notes: SessionNotes): HostReply {
  if (notes.lastSaid(message) !== undefined) return {};
  notes.said(message);
  return { message };
}

function messageOf(...messages: readonly (string | undefined)[]): HostReply {
  const message = messages.filter((text) => text !== undefined).join('\n');
  return message === '' ? {} : { message };
}

function troubled({ words, context, now }: Call, check: string, error: unknown): void {
  writeDown(context, words.slice(0, 2).join(' '), now, [{ check, error }]);
}

function speechOf(name: string): HostSpeech | undefined {
  return speeches.find((speech) => speech.name === name);
}

function shown(word: string): string {
  return word.replace(/[^\w .-]/g, '').slice(0, 40) || 'none';
}
