// A host that ctx can drive: how it is started so that it asks, and what it is given.

import type { Alarm } from '../time/clock.js';
import type { DrivenAgent } from './agent-port.js';
import type { HandedServer } from './handed-servers.js';
import type { HostHook } from './host-hook.js';
import type { HostProcess } from './host-process.js';

export interface HostPlace {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder of this run's own, gone when it is over: settings for this run alone lie there. */
  readonly folder: string;
  /** What the host calls that folder: in a sandbox it is another one. */
  readonly shownFolder: string;
  /** The words that start our hook, where this run has one. */
  readonly hook?: string | undefined;
  /** The model that the config names, as the host calls it. */
  readonly model?: string | undefined;
  /** The MCP servers that the config names. */
  readonly servers: readonly HandedServer[];
}

export interface StartedHost {
  readonly host: HostProcess;
  readonly cwd: string;
  readonly ctxVersion: string;
  readonly model?: string | undefined;
  /** By its package; nothing where it was installed in another way. */
  readonly version?: string | undefined;
  /** What `start` told it to call its session. */
  readonly session?: string | undefined;
  /** A session of its own that it is to take up again, if it can. */
  readonly earlier?: string | undefined;
  /** The words that start our hook, which asks for what it would do unasked; nothing where this run has none. */
  readonly hook?: string | undefined;
  /** Nothing may be done unasked. */
  readonly strict: boolean;
  /** Its own sandbox works inside of ours. */
  readonly nests: boolean;
  readonly servers: readonly HandedServer[];
  /** Something that a reader should know. */
  readonly note: (code: string, says: string) => void;
  readonly signal: AbortSignal;
  readonly alarm: Alarm;
}

export interface HostWords {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What it is told to call its session, where it can be told. */
  readonly session?: string;
}

export interface DrivableHost {
  readonly name: string;
  readonly title: string;
  /** What its program is called in the PATH. */
  readonly program: string;
  /** Its package on npm. */
  readonly npm: string;
  /** The first version that can be driven like this. */
  readonly oldest: string;
  readonly protocol: 'acp' | 'json';
  readonly enforcement: DrivenAgent['enforcement'];
  /** How our hook asks about the calls that it would make unasked. */
  readonly hook?: HostHook;
  /** Tools that no hook is run for. A strict run has them switched off. */
  readonly beyondHook?: readonly string[];
  /** Variables that are its own: settings, and the credentials of its provider. */
  readonly variables: RegExp;
  /** Further variables that its own settings name: the keys of providers. */
  namedVariables?(place: Pick<HostPlace, 'home' | 'env'>): readonly string[];
  /** Its own folders and files below the home folder, which it writes to. */
  readonly own: readonly string[];
  /** What it obeys of them whenever it is started: settings, hooks, plugins. */
  readonly obeys: readonly string[];
  /** Where its provider is; nothing of an agent whose provider nobody knows. */
  readonly network: readonly string[] | undefined;
  /** Where the user's own settings say that its provider is. What a project says does not count: it may be anybody's. */
  addresses?(place: Pick<HostPlace, 'home' | 'env'>): readonly (string | undefined)[];
  /** Its parts speak with each other over loopback. */
  readonly ownLoopback?: true;
  /** The words by which it runs a command in a sandbox of its own. */
  readonly ownSandbox?: readonly string[];
  /** Whether its own figures are of a whole turn; otherwise a budget of tokens holds only once its transcript was read. */
  readonly tellsTokens: boolean;
  readonly tellsCost: boolean;
  /** The words behind the program, and what its environment has besides. Nothing of the user's own settings is changed. */
  start(place: HostPlace): HostWords;
  /** What of its session's id stands in the name of its transcript; all of it unless said. */
  inTranscript?(session: string): string;
  /** The words by which it prints a session, where it writes no file of it. */
  exported?(session: string): readonly string[];
  /** Speaks with it. Throws StartFailure where it does not answer as it should. */
  connect(started: StartedHost): Promise<DrivenAgent>;
}
