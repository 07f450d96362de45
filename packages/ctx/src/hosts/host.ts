// What ctx has to know of a host: where its settings are, what its events look like, how it wants to be answered.
// A new host is one file that makes one of these, and a line for each in hosts/known.ts and hosts/speech.ts.

import type { Environment } from '../disk/user-folder.js';
import type { ContextUse, EventKind, HostEvent, HostReply } from '../protocol/host-event.js';
import type { Members } from '../protocol/members.js';

export const scopes = ['user', 'project', 'local'] as const;

export type Scope = (typeof scopes)[number];

/** Where settings can be. */
export interface HostPlaces {
  readonly root: string;
  readonly env: Environment;
}

/** How a host speaks: all that answering one of its events takes. */
export interface HostSpeech {
  readonly name: string;
  /** The host's names of the events that we answer. */
  readonly events: Readonly<Record<string, EventKind>>;
  /** `input` is what stood on stdin as JSON; any field of it may be missing or anything. */
  decode(kind: EventKind, input: Members, env: HostPlaces['env']): HostEvent;
  /** What belongs on stdout; nothing for an empty reply. */
  encode(event: string, reply: HostReply): string;
  /** It may end without saying so, so its session is taken for over whenever the agent stops. */
  readonly endsAtStop?: true;
  /** It tells of a session's start and of its first prompt at once, so the prompt is the moment to tell what belongs to the start. */
  readonly startsWithPrompt?: true;
  /** What one line of a transcript says of the context, if it says anything. */
  contextUse(line: unknown): ContextUse | undefined;
  /** The prompt that one line of a transcript holds, if it holds one. */
  promptIn(line: unknown): string | undefined;
}

/** The words that start our program, before the host and the event. */
export type Program = readonly string[];

/** How hooks are registered: as members of a settings file, or as a file of code that the host loads. */
export type SettingsForm =
  | {
      readonly kind: 'settings';
      /** What a settings file that is not there yet begins with. */
      readonly start: string;
      /** Whether the handlers of an event stand in groups with a matcher, or in its list as they are. */
      readonly grouped: boolean;
      /** The handler's member that holds the command. */
      readonly commandIn: 'command' | 'bash';
      handler(command: string): object;
    }
  | { readonly kind: 'plugin'; text(program: Program): string };

export interface Host extends HostSpeech {
  readonly title: string;
  readonly form: SettingsForm;
  /** Why nobody has seen it work here, where that is so. */
  readonly unproved?: string;
  /** Whether this host is used on this machine. */
  isHere(places: HostPlaces): boolean;
  /** The file of each scope that hooks are registered in; nothing where the host has no such scope. */
  settingsFiles(places: HostPlaces): { readonly [K in Scope]?: string };
  /** An event as this host sends it, for trying a hook out. */
  sample(event: string, folder: string): object;
  /** Where the host asks for a person's trust in each hook: how it is seen, and how it is given. */
  readonly trust?: Trust;
}

export interface RegisteredHook {
  readonly file: string;
  readonly event: string;
  /** Its places in the lists of the settings file. */
  readonly group: number;
  readonly handler: number;
  readonly matcher: string | undefined;
  readonly command: string;
  readonly timeout: number | undefined;
}

export interface Trust {
  /** One of the host's own words for how a person gives it. */
  readonly how: string;
  isTrusted(hook: RegisteredHook, places: HostPlaces): Promise<boolean>;
}
