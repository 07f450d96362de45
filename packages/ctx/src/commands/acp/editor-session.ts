// One session of an editor: its prompts, one at a time, and what the person chose for the next of them.

import { join } from 'node:path';
import type {
  PromptResponse,
  SessionConfigOption,
  SessionModeState,
  StopReason,
} from '@agentclientprotocol/sdk';
import type { Connection } from '../../acp/connection.js';
import { invalidParams, RpcError, rpcCodes } from '../../acp/rpc-error.js';
import { preflight } from '../../agent/preflight.js';
import { oneLine } from '../../approve/shown-call.js';
import type { Services } from '../../cli/command.js';
import { namedModel } from '../../config/model-settings.js';
import { projectRoot } from '../../project/root.js';
import { Failure } from '../../protocol/failure.js';
import type { Effort, RunSettings, StopReason as RunStop } from '../../protocol/records.js';
import { changedSettings } from '../../runs/changed-settings.js';
import { foundDefault } from '../default-model.js';
import { answerOf } from '../session-answer.js';
import type { AcpFlags } from './acp-flags.js';
import { commandUpdate, withCommand } from './available-commands.js';
import { conductFor } from './conduct-session.js';
import { configOptions, wantedEffort } from './config-options.js';
import { editorDesk } from './editor-questions.js';
import { type ModeId, modeOf, modeState, modesWithin, wantedMode } from './modes.js';
import type { ClientOffers } from './offers.js';
import { isRecord, sessionUpdates } from './session-updates.js';
import { type Stretch, stretch, type TurnEnd } from './stretch.js';

export interface EditorSession {
  readonly id: string;
  readonly cwd: string;
  modes(): SessionModeState;
  options(): Promise<SessionConfigOption[]>;
  prompt(text: string): Promise<PromptResponse>;
  cancel(): void;
  setMode(mode: unknown): Promise<void>;
  setOption(id: string, value: string): Promise<void>;
  /** Tells the editor what it may offer here. */
  introduce(): void;
  close(): Promise<void>;
}

export interface OpenedSession {
  readonly id: string;
  readonly cwd: string;
  /** Files of servers that the editor handed over. */
  readonly handed: readonly string[];
  /** Of a session that is there: what its last run was made with. */
  readonly last?: RunSettings | undefined;
}

export interface AtEditor {
  readonly connection: Connection;
  readonly offers: ClientOffers;
  readonly flags: AcpFlags;
  readonly note: (text: string) => void;
}

export function editorSession(opened: OpenedSession, at: AtEditor, outside: Services): EditorSession {
  const { id, cwd } = opened;
  const { connection, offers, flags, note } = at;
  const services: Services = { ...outside, cwd };
  const root = projectRoot(services);
  const desk = editorDesk(id, connection);
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

  const updates = sessionUpdates(id, connection, offers, () => join(root, settings?.workspace ?? '.'));
  const hear = (event: object) => {
    if (isRecord(event) && event.type === 'session.opened') hasLog = true;
    if (isRecord(event) && event.type === 'run.opened') settings = event.settings;
    updates.take(event);
  };

  /** What was chosen holds from the next prompt on: the session is opened anew with it. */
  async function reopenLater(): Promise<void> {
    if (isBusy) throw new RpcError(rpcCodes.invalidRequest, 'a prompt is under way; cancel it first');
    const left = open;
    open = undefined;
    await left?.leave();
  }

  async function answered(text: string): Promise<TurnEnd> {
    if (open?.isOpen === true) return open.say(text);
    await open?.leave();
    const choices = { mode, isModeChosen, model, effort, hasLog };
    open = stretch((given) =>
      conductFor(
        text,
        { id, root, handed: opened.handed, settings, choices, flags, desk, note, question: question.signal },
        {
          services: { ...services, emit: hear, show: hear },
          updates,
          ...given,
        },
      ),
    );
    isModeChosen = false;
    return open.first;
  }

  return {
    id,
    cwd,
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
    async prompt(given) {
      if (isBusy) throw new RpcError(rpcCodes.invalidRequest, 'a prompt is under way in this session');
      isBusy = true;
      wasCancelled = false;
      question = new AbortController();
      try {
        const isFirst = !hasLog;
        const text = withCommand(given, root, services.env);
        const end = await answered(text);
        updates.flush();
        updates.tell({
          sessionUpdate: 'session_info_update',
          ...(isFirst && { title: titleOf(given) }),
          updatedAt: new Date(services.clock.now()).toISOString(),
        });
        return { stopReason: stopReasonOf(end, wasCancelled, services.signal) };
      } catch (error) {
        updates.flush();
        // Whatever a cancelled turn failed with, it was cancelled.
        if (wasCancelled && error instanceof Failure) return { stopReason: 'cancelled' };
        throw error;
      } finally {
        isBusy = false;
      }
    },
    cancel() {
      if (!isBusy) return;
      wasCancelled = true;
      question.abort();
      open?.cancel();
    },
    async setMode(value) {
      const wanted = wantedMode(value, flags.profile);
      await reopenLater();
      mode = wanted;
      isModeChosen = true;
    },
    async setOption(option, value) {
      if (option === 'model') {
        await refuseModel(value);
        await reopenLater();
        model = value;
      } else if (option === 'effort') {
        const wanted = wantedEffort(value);
        if (wanted === undefined) throw invalidParams('value must be default, low, medium or high');
        await reopenLater();
        effort = wanted;
      } else throw invalidParams('configId must be model or effort');
    },
    introduce() {
      const update = commandUpdate(root, services.env);
      if (update !== undefined) updates.tell(update);
    },
    async close() {
      question.abort();
      const left = open;
      open = undefined;
      await left?.leave();
    },
  };

  /** A model that cannot be used is refused when it is chosen, not at the next prompt. */
  async function refuseModel(name: string): Promise<void> {
    const named = namedModel({ value: name, base: cwd }, root, services.env);
    if (settings === undefined) return;
    const changed = changedSettings(settings, { ...withoutChanges, model: named });
    await preflight([{ run_id: 'next', prompts: [], settings: changed }], {
      root,
      env: services.env,
      ownUrls: [],
    });
  }
}

function titleOf(prompt: string): string {
  return oneLine(prompt.trim().split('\n', 1)[0] ?? '')
    .slice(0, 72)
    .toWellFormed();
}

const withoutChanges = {
  policy: { allow: [], deny: [], on_deny: 'tell' as const },
  sandbox: false,
  limits: {},
};

const stops: Partial<Readonly<Record<RunStop, StopReason>>> = {
  completed: 'end_turn',
  cancelled: 'cancelled',
  length: 'max_tokens',
  content_filter: 'refusal',
  max_iterations_reached: 'max_turn_requests',
  max_turns_reached: 'max_turn_requests',
};

/** What the protocol has no word for is a failure, and never the end of a turn. */
function stopReasonOf(
  { conducted, outcome }: TurnEnd,
  wasCancelled: boolean,
  signal: AbortSignal,
): StopReason {
  const stop = outcome === undefined ? undefined : stops[outcome.stop_reason];
  if (conducted.tampered === undefined && stop !== undefined) return stop;
  if (wasCancelled) return 'cancelled';
  answerOf({ ...conducted, runs: outcome === undefined ? [] : [outcome] }, signal);
  throw new RpcError(rpcCodes.internalError, 'the session ended before the prompt was taken');
}
