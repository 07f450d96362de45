// Questions to the person at the editor: about a call that a rule asks about, and about what only they can decide.

import type { PermissionOption, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { Connection } from '../../acp/connection.js';
import { membersOf } from '../../acp/fields.js';
import { PeerGone, RpcError } from '../../acp/rpc-error.js';
import { type EditorChoice, type EditorQuestion, editorChoices } from '../../approve/in-editor.js';
import type { AskedCall } from '../../approve/question.js';
import { oneLine, visible } from '../../approve/shown-call.js';
import { shownCall, textContent } from './call-shown.js';

export interface EditorDesk {
  /** `workspace`: where the call's paths are relative to. `wireId`: what the editor calls it. */
  choose(call: AskedCall, about: CallPlace, signal: AbortSignal): ReturnType<EditorQuestion['choose']>;
  /** A question with a yes and a no. Who does not answer says no. */
  agree(question: string, yes: string, no: string, signal: AbortSignal): Promise<boolean>;
}

export interface CallPlace {
  readonly workspace: string;
  readonly wireId: string | undefined;
}

export function editorDesk(sessionId: string, connection: Connection): EditorDesk {
  let questions = 0;
  async function ask(
    toolCall: ToolCallUpdate,
    options: PermissionOption[],
    signal: AbortSignal,
  ): Promise<string | { readonly unanswered: string }> {
    try {
      const answer = await connection.request(
        'session/request_permission',
        { sessionId, toolCall, options },
        signal,
      );
      const { outcome, optionId } = membersOf(membersOf(answer)['outcome']);
      if (outcome === 'cancelled') return { unanswered: 'the question was cancelled in the editor' };
      const chosen = options.find((option) => outcome === 'selected' && option.optionId === optionId);
      return chosen?.optionId ?? { unanswered: 'the editor answered with none of the options' };
    } catch (error) {
      if (error instanceof PeerGone) return { unanswered: 'the editor is gone' };
      if (!(error instanceof RpcError)) throw error;
      return {
        unanswered: signal.aborted
          ? 'the turn was cancelled'
          : `the editor could not ask: ${oneLine(error.message)}`,
      };
    }
  }
  return {
    async choose(call, { workspace, wireId }, signal) {
      const { title, kind, locations, content } = shownCall(call.tool, call.input, workspace);
      const shown = content.length > 0 || call.preview === undefined ? content : [textContent(call.preview)];
      const toolCall: ToolCallUpdate = {
        toolCallId: wireId ?? call.call_id,
        title,
        name: call.tool,
        kind,
        status: 'pending',
        locations,
        content: shown,
        rawInput: call.input,
      };
      const chosen = await ask(toolCall, optionsFor(call.rule), signal);
      if (typeof chosen === 'object') return chosen;
      return editorChoices.find((choice) => choice === chosen) ?? { unanswered: 'an unknown option' };
    },
    async agree(question, yes, no, signal) {
      questions += 1;
      const [title = '', ...rest] = visible(question).trim().split('\n');
      const toolCall: ToolCallUpdate = {
        toolCallId: `ctx-question-${questions}`,
        title,
        kind: 'other',
        status: 'pending',
        content: rest.length === 0 ? [] : [textContent(rest.join('\n').trim())],
      };
      const options: PermissionOption[] = [
        { optionId: 'yes', name: yes, kind: 'allow_once' },
        { optionId: 'no', name: no, kind: 'reject_once' },
      ];
      return (await ask(toolCall, options, signal)) === 'yes';
    },
  };
}

function optionsFor(rule: string): PermissionOption[] {
  const about = oneLine(rule);
  const named: Readonly<Record<EditorChoice, Omit<PermissionOption, 'optionId'>>> = {
    once: { name: 'Allow', kind: 'allow_once' },
    session: { name: `Always allow ${about} in this session`, kind: 'allow_always' },
    project: { name: `Always allow ${about} in this project`, kind: 'allow_always' },
    reject: { name: 'Reject', kind: 'reject_once' },
  };
  return editorChoices.map((optionId) => ({ optionId, ...named[optionId] }));
}
