// Questions to the people at a session: about a call that a rule asks about, and about what only they can decide.

import type { PermissionOption, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { type EditorChoice, type EditorQuestion, editorChoices } from '../approve/in-editor.js';
import type { AskedCall } from '../approve/question.js';
import { oneLine, visible } from '../approve/shown-call.js';
import type { Audience } from './audience.js';
import { shownCall, textContent } from './call-shown.js';

export interface EditorDesk {
  /** `workspace`: where the call's paths are relative to. */
  choose(call: AskedCall, workspace: string, signal: AbortSignal): ReturnType<EditorQuestion['choose']>;
  /** A question with a yes and a no. Who does not answer says no. */
  agree(question: string, yes: string, no: string, signal: AbortSignal): Promise<boolean>;
}

export function editorDesk(people: Pick<Audience, 'ask'>): EditorDesk {
  let questions = 0;
  return {
    async choose(call, workspace, signal) {
      const { title, kind, locations, content } = shownCall(call.tool, call.input, workspace);
      const shown = content.length > 0 || call.preview === undefined ? content : [textContent(call.preview)];
      const options = optionsFor(call.rule);
      const answer = await people.ask(
        (viewer) => ({
          toolCall: {
            toolCallId: viewer.wireId(call.call_id) ?? call.call_id,
            title,
            name: call.tool,
            kind,
            status: 'pending',
            locations,
            content: shown,
            rawInput: call.input,
            _meta: { ctx: { rule: call.rule, preview: call.preview } },
          },
          options,
        }),
        signal,
      );
      if ('unanswered' in answer) return answer;
      const choice = editorChoices.find((known) => known === answer.optionId);
      return choice === undefined ? { unanswered: 'an unknown option' } : { choice, from: answer.from };
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
      const answer = await people.ask(() => ({ toolCall, options }), signal);
      return 'optionId' in answer && answer.optionId === 'yes';
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
