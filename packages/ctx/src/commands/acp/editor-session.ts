// One session of an editor: its prompts, one at a time, and what the person chose for the next of them.

import type { PromptResponse, SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { invalidParams, RpcError, rpcCodes } from '../../acp/rpc-error.js';
import { oneLine } from '../../approve/shown-call.js';
import type { Services } from '../../cli/command.js';
import { namedModel } from '../../config/model-settings.js';
import { audience } from '../../editor/audience.js';
import { commandUpdate, withCommand } from '../../editor/available-commands.js';
import { configOptions, wantedEffort } from '../../editor/config-options.js';
import { type ModeId, modeOf, modeState, modesWithin, wantedMode } from '../../editor/modes.js';
import { editorDesk } from '../../editor/questions.js';
import { type Stretch, stretch, type TurnEnd } from '../../editor/stretch.js';
import type { Viewer } from '../../editor/viewer.js';
import { projectRoot } from '../../project/root.js';
import { Failure } from '../../protocol/failure.js';
import { isRecord } from '../../protocol/records/is-record.js';
import type { Effort, RunSettings } from '../../protocol/records.js';
import type { Conducted } from '../../runs/conducted.js';
import { withNamedModel } from '../../runs/named-model.js';
import { foundDefault } from '../default-model.js';
import { talkAnswer } from '../session-answer.js';
import type { AcpFlags } from './acp-flags.js';
import { conductFor } from './conduct-session.js';
import { stopReasonOf } from './stop-reason.js';

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

export interface SessionGiven {
  readonly flags: AcpFlags;
  /** Whether somebody is there who could be asked. */
  readonly asks: boolean;
  readonly note: (text: string) => void;
  /** The client is on another machine. */
  readonly isRemote: boolean;
  /** How long a question waits where nobody is connected; nothing where it does not outlive its editor. */
  readonly waitMs: number | undefined;
}

export function editorSession(opened: OpenedSession, given: SessionGiven, outside: Services): EditorSession {
  const { id, cwd } = opened;
  const { flags, note, asks, isRemote } = given;
  const services: Services = { ...outside, cwd };
  const root = projectRoot(services);
  const people = audience(id, given.waitMs);
  const desk = editorDesk(people);
  let settings = opened.last;
  let hasLog = opened.last !== undefined;
  let mode: ModeId =
    settings === undefined
      ? (flags.profile ?? modesWithin(flags.profile)[0] ?? 'ask')
      : modeOf(settings.policy, flags.profile);
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
    open = stretch((conducting) =>
      conductFor(
        text,
        {
          id,
          root,
          handed: opened.handed,
          settings,
          choices,
          flags,
          asks,
          isRemote,
          desk,
          note,
          question: question.signal,
          cancel,
        },
        {
          services: { ...services, emit: hear, show: hear },
          ...conducting,
        },
      ),
    );
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
    modes: () => modeState(mode, flags.profile),
    async options() {
      const named = model ?? settings?.model ?? flags.model ?? services.env['CTX_MODEL'];
      const current = named || (await foundDefault(services))?.model;
      const thinks = effort ?? settings?.effort ?? flags.effort;
      return configOptions(
        { model: current, effort: thinks === 'default' ? undefined : thinks },
        services.env,
      );
    },
    async prompt(given, by) {
      if (isBusy) throw new RpcError(rpcCodes.invalidRequest, 'a prompt is under way in this session');
      isBusy = true;
      wasCancelled = false;
      prompter = by;
      question = new AbortController();
      try {
        const isFirst = !hasLog;
        const text = withCommand(given, root, services.env);
        const end = await answered(text);
        people.flush();
        people.tell({
          sessionUpdate: 'session_info_update',
          ...(isFirst && { title: titleOf(given) }),
          updatedAt: new Date(services.clock.now()).toISOString(),
        });
        const stopReason = stopReasonOf(end, wasCancelled, services.signal);
        if (!by.isCtx) return { stopReason };
        const { conducted, outcome } = end;
        const answer = talkAnswer({ ...conducted, runs: outcome === undefined ? [] : [outcome] });
        return { stopReason, _meta: { ctx: { answer } } };
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
      const wanted = wantedMode(value, flags.profile);
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
      const update = commandUpdate(root, services.env);
      if (update !== undefined) viewer.tell(update);
    },
    async close() {
      question.abort();
      const left = open;
      open = undefined;
      return left?.leave();
    },
  };

  /** Before the first prompt there are no settings that it could be held against. */
  async function refuseUnusable(name: string): Promise<void> {
    const { env } = services;
    if (settings === undefined) namedModel({ value: name, base: cwd }, root, env);
    else await withNamedModel(settings, name, { cwd, root, env, ownUrls: [] });
  }
}

function titleOf(prompt: string): string {
  return oneLine(prompt.trim().split('\n', 1)[0] ?? '')
    .slice(0, 72)
    .toWellFormed();
}
