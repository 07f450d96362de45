// One event of a host: decoded, checked, answered in the host's own form. Whatever goes wrong here is not the host's
// problem, so it always answers. Before a tool, where hooks guard, the answer is then no.

import type { HookInput } from '../hosts/hook-input.js';
import type { HostSpeech } from '../hosts/host.js';
import { layout, layoutFlag, oldestLayout } from '../hosts/layout.js';
import { promptsIn } from '../hosts/prompts.js';
import { speechNamed, usualSpeech } from '../hosts/speech.js';
import { lastContextUse } from '../hosts/transcript.js';
import type { Context } from '../memory/context.js';
import { defaultSettings } from '../memory/settings.js';
import { Failure } from '../protocol/failure.js';
import { withoutHostTags } from '../protocol/foreign-text.js';
import type { EventOf, HostEvent, HostReply } from '../protocol/host-event.js';
import { membersOf } from '../protocol/members.js';
import { type Clock, clockFrom } from '../time/clock.js';
import { cannotJudge } from './cannot-judge.js';
import { captured } from './captured.js';
import { checksFor } from './checks.js';
import { writeDown } from './errors.js';
import { forgetOldNotes } from './old-notes.js';
import { oneLine } from './plain.js';
import { rememberGuard } from './remembered-guard.js';
import { type Occasion, runChecks } from './run-checks.js';
import { noNotes, type SessionNotes, sessionNotes } from './session-notes.js';
import { type HookSettings, hookSettings } from './settings.js';
import { shortReason } from './short-reason.js';

export type Explain = (failure: Failure) => Promise<string>;

export interface HookCall {
  /** The host, its name of the event, and the mark of our registration. */
  readonly words: readonly string[];
  readonly input: HookInput;
  /** The project, which has a memory and whose hooks are not paused. */
  readonly root: string;
  /** Other projects that guard the same place: their rules hold as well. */
  readonly around?: readonly string[];
  /** All of these projects, of any event. */
  readonly guarding?: () => readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  /** A failure in the words of commands. Without it, or where that fails, its code has to do. */
  readonly explain?: Explain | undefined;
  /** The checks of an event; ours unless said otherwise. */
  readonly checks?: typeof checksFor;
  /** Milliseconds since some moment, for limits. */
  readonly ticks?: () => number;
}

/** What belongs on stdout. */
export async function answerHook({
  words,
  input,
  root,
  around = [],
  guarding = () => [root, ...around],
  env,
  clock = clockFrom(env),
  explain,
  checks = checksFor,
  ticks = () => process.uptime() * 1000,
}: HookCall) {
  const [hostName = '', eventName = ''] = words;
  const fields = membersOf(input.state === 'read' ? input.value : undefined);
  const speech = await speechNamed(hostName);
  const host = speech ?? usualSpeech;
  const call = { words, context: { root }, around, guarding, env, now: clock.now(), explain, checks, ticks };
  rememberGuard(root, env);
  const kind = Object.hasOwn(host.events, eventName) ? host.events[eventName] : undefined;
  try {
    const event = host.decode(kind ?? 'prompt', fields, env);
    const notes = notesOf(call, event);
    const odd = oddity(words, { host: speech !== undefined, event: kind !== undefined }, input);
    const note = odd === undefined ? {} : onceASession(odd, notes);
    const reply = kind === undefined ? {} : await checked(host, event, input, notes, call);
    const uncaptured = kind === undefined ? undefined : await capturedHere(host, event, reply, notes, call);
    save(notes, call);
    return host.encode(eventName, { ...reply, ...messageOf(note.message, reply.message, uncaptured) });
  } catch (error) {
    troubled(call, 'hook', error);
    return kind === 'before-tool' ? host.encode(eventName, cannotJudge(shortReason(error))) : '';
  }
}

interface Call {
  readonly words: readonly string[];
  readonly context: Context;
  readonly around: readonly string[];
  readonly guarding: () => readonly string[];
  readonly env: HookCall['env'];
  readonly now: number;
  readonly explain: Explain | undefined;
  readonly checks: typeof checksFor;
  readonly ticks: () => number;
}

async function checked(
  host: HostSpeech,
  event: HostEvent,
  input: HookInput,
  notes: SessionNotes,
  call: Call,
): Promise<HostReply> {
  const { context, env, now, checks, ticks } = call;
  const blind = event.kind === 'before-tool' ? whyBlind(event, input) : undefined;
  if (blind !== undefined) return cannotJudge(blind);
  // Of one prompt the model is told once, however often it is asked.
  if (event.kind === 'prompt' && event.again) return {};
  if (event.kind === 'session-start') forgetOldNotes(context, now);
  const { settings, problem, failure } = await settingsOf(notes, call);
  if (failure !== undefined && event.kind === 'before-tool') return cannotJudge(failure);
  const occasion = {
    host: host.name,
    context,
    folder: event.folder ?? context.root,
    settings,
    notes,
    env,
    now,
    ticks,
    contextUse: () => lastContextUse(host, event.transcript),
    transcriptPrompts: () => promptsIn(host, event.transcript),
  };
  const start = startOwed(host, event, notes);
  if (start === 'later') return {};
  const before =
    start === undefined ? {} : await runChecks(checks(start.kind), { ...occasion, event: start });
  const reply = joined(before, await runChecks(checks(event.kind), { ...occasion, event }));
  const refused = reply.refusal === undefined ? await refusedAround({ ...occasion, event }, notes, call) : {};
  return { ...reply, ...refused, ...messageOf(problem, reply.message, refused.message) };
}

/** What the first of the other projects that guard this place says no to. */
async function refusedAround(occasion: Occasion, notes: SessionNotes, call: Call): Promise<HostReply> {
  for (const root of call.around) {
    const context = { root };
    const { settings, failure } = await settingsOf(notes, { ...call, context });
    if (failure !== undefined) return cannotJudge(failure);
    const reply = await runChecks(call.checks(occasion.event.kind), { ...occasion, context, settings });
    if (reply.refusal !== undefined) return reply;
  }
  return {};
}

const startTold = 'start told';

/** Where a host tells of a session's start and of its first prompt at once: what the start owes, and after a compaction again. */
function startOwed(
  host: HostSpeech,
  event: HostEvent,
  notes: SessionNotes,
): EventOf<'session-start'> | 'later' | undefined {
  if (!host.startsWithPrompt) return undefined;
  if (event.kind === 'session-start') return 'later';
  if (event.kind === 'compacting') notes.said('compacting');
  if (event.kind !== 'prompt') return undefined;
  const told = notes.lastSaid(startTold);
  if (told !== undefined && told >= (notes.lastSaid('compacting') ?? told)) return undefined;
  notes.said(startTold);
  const { session, transcript, folder } = event;
  return { session, transcript, folder, kind: 'session-start', source: 'startup' };
}

/** Hosts put longer answers into a file. */
const mostTogether = 9_000;

function joined(first: HostReply, second: HostReply): HostReply {
  const contexts = [first.context, second.context].filter((text) => text !== undefined);
  const all = contexts.join('\n\n');
  const context = all.length > mostTogether ? contexts[0] : all;
  return { ...first, ...second, ...messageOf(first.message, second.message), ...(context && { context }) };
}

/** After the answer is certain; what goes wrong is said once and written down. */
async function capturedHere(
  host: HostSpeech,
  event: HostEvent,
  reply: HostReply,
  notes: SessionNotes,
  call: Call,
): Promise<string | undefined> {
  const { guarding, env, now, context } = call;
  const uncaptured = await captured({ host, event, reply, root: context.root, guarding, env, now });
  if (uncaptured === undefined) return undefined;
  if (uncaptured.error !== undefined) troubled(call, 'capture', uncaptured.error);
  return onceASession(uncaptured.message, notes).message;
}

/** An event that does not say which tool would run: nobody knows what it would do. */
function whyBlind({ tool }: EventOf<'before-tool'>, input: HookInput): string | undefined {
  switch (input.state) {
    case 'too-large':
      return 'the event is too large to look at';
    case 'absent':
    case 'garbage':
      return 'the event cannot be read';
    case 'read':
      return tool.name === '' ? 'the event names no tool' : undefined;
  }
}

interface FoundSettings {
  readonly settings: HookSettings;
  /** For the person. */
  readonly problem?: string | undefined;
  /** Why no rule can be judged. */
  readonly failure?: string;
}

/** A config that cannot be read denies every tool, and that is worth a word to the person who can mend it. */
async function settingsOf(notes: SessionNotes, call: Call): Promise<FoundSettings> {
  const { context, env } = call;
  try {
    const settings = await hookSettings(context, env);
    if (Object.keys(settings.words).length === 0) return { settings };
    // Trust needs a digest, and few projects have words of their own.
    const { areTrusted } = await import('./trusted-words.js');
    if (areTrusted(settings.words, { root: context.root, env })) return { settings };
    const problem =
      'ctx: this project has words of its own for hooks, which are not used until you trust them: ctx trust';
    return { settings: { ...settings, words: {} }, problem: onceASession(problem, notes).message };
  } catch (error) {
    troubled(call, 'config', error);
    const why = await reasonFor(error, call.explain);
    const problem = `ctx: .context/config.yaml cannot be used, so every tool is denied until it can: ${why}`;
    const failure = `.context/config.yaml cannot be used: ${why}`;
    return { settings: defaultSettings.hooks, problem: onceASession(problem, notes).message, failure };
  }
}

/** What has to be mended in the config. A repository's words are in that, so it stays one line and holds no tags. */
async function reasonFor(error: unknown, explain: Explain | undefined): Promise<string> {
  try {
    if (explain !== undefined && error instanceof Failure) {
      return withoutHostTags(oneLine(await explain(error), 300)).replace(/\.$/, '');
    }
  } catch {
    // Words that cannot be loaded are no reason to say nothing.
  }
  return shortReason(error);
}

function notesOf(call: Call, { session }: HostEvent): SessionNotes {
  try {
    return sessionNotes(call.context, session, call.now);
  } catch (error) {
    troubled(call, 'notes', error);
    return noNotes(call.now);
  }
}

function save(notes: SessionNotes, call: Call): void {
  try {
    notes.save();
  } catch (error) {
    troubled(call, 'notes', error);
  }
}

/** What is not as it should be about the call itself, as a note to the person. */
function oddity(
  words: readonly string[],
  known: Readonly<Record<'host' | 'event', boolean>>,
  input: HookInput,
): string | undefined {
  const [host = '', event = '', ...rest] = words;
  const again = 'run `ctx init --hooks` again';
  if (!known.host) return `ctx: a hook of an unknown host (${shown(host)}) is installed; ${again}`;
  if (!known.event) return `ctx: a hook for an unknown event (${shown(event)}) is installed; ${again}`;
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

function shown(word: string): string {
  return word.replace(/[^\w .-]/g, '').slice(0, 40) || 'none';
}
