// One session of an editor: its prompts, one at a time, and what the person chose for the next of them.

import type { PromptResponse, SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { invalidParams, RpcError, rpcCodes } from '../acp/rpc-error.js';
import { oneLine } from '../approve/shown-call.js';
import { namedModel } from '../config/model-settings.js';
import type { ProfileName } from '../policy/profiles.js';
import { projectRoot, type Whereabouts } from '../project/root.js';
import { Failure } from '../protocol/failure.js';
import { isRecord } from '../protocol/records/is-record.js';
import type { Effort, RunSettings } from '../protocol/records.js';
import type { Conducted } from '../runs/conducted.js';
import { withNamedModel } from '../runs/named-model.js';
import type { Talk } from '../runs/talk.js';
import { sessionTitle } from '../session/title.js';
import type { Clock } from '../time/clock.js';
import { audience } from './audience.js';
import { commandUpdate, withCommand } from './available-commands.js';
import { configOptions, wantedEffort } from './config-options.js';
import { type ModeId, modeOf, modeState, modesWithin, wantedMode } from './modes.js';
import { type EditorDesk, editorDesk } from './questions.js';
import { type Stretch, stretch, type TurnEnd } from './stretch.js';
import type { Viewer } from './viewer.js';

export interface EditorSession {
  readonly id: string;
  readonly cwd: string;
  /** Whether a prompt is under way. */
  readonly isBusy: boolean;
  /** Whether there is anything of it on disk. */
  readonly hasLog: boolean;
  /** How many watch it. */
  readonly watched: number;
  /** From now on they are told what happens, once they are welcome; before that it is kept for them. */
  join(viewer: Viewer): void;
  welcome(viewer: Viewer): void;
  leave(viewer: Viewer): void;
  modes(): SessionModeState;
  options(): Promise<SessionConfigOption[]>;
  prompt(text: string, by: Viewer): Promise<PromptResponse>;
  cancel(): void;
  setMode(mode: unknown): Promise<void>;
  setOption(id: string, value: string): Promise<void>;
  /** Tells an editor what it may offer here. */
  introduce(viewer: Viewer): void;
  /** What came of it since it was opened; nothing where nothing was asked of it. */
  close(): Promise<Conducted | undefined>;
}

export interface OpenedSession {
  readonly id: string;
  readonly cwd: string;
  /** Files of servers that the editor handed over. */
  readonly handed: readonly string[];
  /** Of a session that is there: what its last run was made with. */
  readonly last?: RunSettings | undefined;
}

/** A prompt that becomes a session, or goes on with one. */
export interface Prompted {
  readonly id: string;
  readonly cwd: string;
  readonly root: string;
  readonly handed: readonly string[];
  /** Of a session that is there. */
  readonly settings: RunSettings | undefined;
  readonly choices: {
    readonly mode: ModeId;
    readonly isModeChosen: boolean;
    readonly model: string | undefined;
    readonly effort: Effort | 'default' | undefined;
    readonly hasLog: boolean;
  };
  readonly desk: EditorDesk;
  /** Aborted when the prompt is given up. */
  readonly question: AbortSignal;
  /** Gives the prompt up, as the editor would. */
  readonly cancel: () => void;
}

export interface Conducting {
  /** Records as they are written, and what is only worth seeing. */
  readonly hear: (event: object) => void;
  readonly talk: Talk;
  readonly signal: AbortSignal;
}

export interface SessionGiven {
  /** What holds where the person chose nothing; a profile is also the widest that they may choose. */
  readonly usual: {
    readonly profile?: ProfileName | undefined;
    readonly model?: string | undefined;
    readonly effort?: Effort | undefined;
  };
  /** How long a question waits where nobody is connected; nothing where it does not outlive its editor. */
  readonly waitMs: number | undefined;
  conduct(task: string, prompted: Prompted, conducting: Conducting): Promise<Conducted>;
  respond(end: TurnEnd, wasCancelled: boolean, isCtx: boolean): PromptResponse;
}

export function editorSession(
  opened: OpenedSession,
  given: SessionGiven,
  { env, clock }: Pick<Whereabouts, 'env'> & { readonly clock: Pick<Clock, 'now'> },
): EditorSession {
  const { id, cwd } = opened;
  const { usual } = given;
  const root = projectRoot({ cwd, env });
  const people = audience(id, given.waitMs);
  const desk = editorDesk(people);
  let settings = opened.last;
  let hasLog = opened.last !== undefined;
  let mode: ModeId =
    settings === undefined
      ? (usual.profile ?? modesWithin(usual.profile)[0] ?? 'ask')
      : modeOf(settings.policy, usual.profile);
  let isModeChosen = false;
  let model: string | undefined;
  let effort: Effort | 'default' | undefined;
  let open: Stretch | undefined;
  let isBusy = false;
  let wasCancelled = false;
  let question = new AbortController();

  /** Whose prompt is under way, and what the model said of the answer that is not whole yet. */
  let prompter: Viewer | undefined;
  let saying = '';

  const hear = (event: object) => {
    if (isRecord(event)) {
      saying = '';
      if (event.type === 'session.opened') hasLog = true;
      if (event.type === 'run.opened') settings = event.settings;
    } else if ('type' in event && event.type === 'text.delta' && 'text' in event)
      saying += String(event.text);
    people.take(event, prompter);
  };

  /** What was chosen holds from the next prompt on: the session is opened anew with it. */
  async function reopenLater(): Promise<void> {
    if (isBusy) throw new RpcError(rpcCodes.invalidRequest, 'a prompt is under way; cancel it first');
    const left = open;
    open = undefined;
    await left?.leave();
  }

  function cancel(): void {
    if (!isBusy) return;
    wasCancelled = true;
    question.abort();
    open?.cancel();
  }

  async function answered(text: string): Promise<TurnEnd> {
    if (open?.isOpen === true) return open.say(text);
    await open?.leave();
    const choices = { mode, isModeChosen, model, effort, hasLog };
    const { handed } = opened;
    const prompted = { id, cwd, root, handed, settings, choices, desk, question: question.signal, cancel };
    open = stretch((conducting) => given.conduct(text, prompted, { hear, ...conducting }));
    if (wasCancelled) open.cancel();
    isModeChosen = false;
    return open.first;
  }

  return {
    id,
    cwd,
    get isBusy() {
      return isBusy;
    },
    get hasLog() {
      return hasLog;
    },
    get watched() {
      return people.size;
    },
    join(viewer) {
      viewer.hold();
      people.join(viewer);
      if (saying !== '') viewer.take({ type: 'text.delta', text: saying }, false);
    },
    welcome(viewer) {
      viewer.release();
      people.welcome(viewer);
    },
    leave: people.leave,
    modes: () => modeState(mode, usual.profile),
    async options() {
      const named = model ?? settings?.model ?? usual.model ?? env['CTX_MODEL'];
      const current = named || (await defaultModelHere());
      const thinks = effort ?? settings?.effort ?? usual.effort;
      return configOptions({ model: current, effort: thinks === 'default' ? undefined : thinks }, env);
    },
    async prompt(prompt, by) {
      if (isBusy) throw new RpcError(rpcCodes.invalidRequest, 'a prompt is under way in this session');
      isBusy = true;
      wasCancelled = false;
      prompter = by;
      question = new AbortController();
      try {
        const isFirst = !hasLog;
        const text = withCommand(prompt, root, env);
        const end = await answered(text);
        people.flush();
        people.tell({
          sessionUpdate: 'session_info_update',
          ...(isFirst && { title: oneLine(sessionTitle(text)) }),
          updatedAt: new Date(clock.now()).toISOString(),
        });
        return given.respond(end, wasCancelled, by.isCtx);
      } catch (error) {
        people.flush();
        // Whatever a cancelled turn failed with, it was cancelled.
        if (wasCancelled && error instanceof Failure) return { stopReason: 'cancelled' };
        throw error;
      } finally {
        isBusy = false;
        prompter = undefined;
      }
    },
    cancel,
    async setMode(value) {
      const wanted = wantedMode(value, usual.profile);
      await reopenLater();
      mode = wanted;
      isModeChosen = true;
    },
    async setOption(option, value) {
      if (option === 'model') {
        await refuseUnusable(value);
        await reopenLater();
        model = value;
      } else if (option === 'effort') {
        const wanted = wantedEffort(value);
        if (wanted === undefined) throw invalidParams('value must be default, low, medium or high');
        await reopenLater();
        effort = wanted;
      } else throw invalidParams('configId must be model or effort');
    },
    introduce(viewer) {
      const update = commandUpdate(root, env);
      if (update !== undefined) viewer.tell(update);
    },
    async close() {
      question.abort();
      const left = open;
      open = undefined;
      return left?.leave();
    },
  };

  /** Loaded only where nobody named a model. */
  async function defaultModelHere(): Promise<string | undefined> {
    const { defaultModel } = await import('../config/default-model.js');
    return (await defaultModel({ cwd, env }))?.model;
  }

  /** Before the first prompt there are no settings that it could be held against. */
  async function refuseUnusable(name: string): Promise<void> {
    if (settings === undefined) namedModel({ value: name, base: cwd }, root, env);
    else await withNamedModel(settings, name, { cwd, root, env, ownUrls: [] });
  }
}
