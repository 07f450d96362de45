// A request of the loop, as the providers' packages take it.

import type {
  JSONSchema7,
  LanguageModelV3CallOptions,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider';
import { isMembers } from '../../../protocol/members.js';
import type { ModelPart } from '../../../protocol/records.js';
import type { Message, ModelRequest } from '../../ports.js';
import { wordsToModel } from '../../words-to-model.js';
import type { Habits } from './connect.js';

export function callOptions(request: ModelRequest, habits: Habits): LanguageModelV3CallOptions {
  const { tools, structured_output, temperature, seed, max_output_tokens, effort } = request;
  const options = merged(habits.options, effort === undefined ? undefined : habits.effort?.(effort));
  const schema = isSchema(structured_output) ? structured_output : undefined;
  const takesSchema = habits.schemaBesideTools || tools.length === 0;
  const inWords = schema !== undefined && !takesSchema ? wordsToModel.answerSchema(schema) : undefined;
  return {
    prompt: promptOf(request, inWords, habits.cacheMark),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, input }) => ({
        type: 'function',
        name,
        description,
        inputSchema: isSchema(input) ? input : {},
        ...(habits.strictTools !== undefined && { strict: habits.strictTools }),
      })),
    }),
    ...(schema !== undefined && takesSchema && { responseFormat: { type: 'json', schema } }),
    ...(temperature !== undefined && { temperature }),
    ...(seed !== undefined && { seed }),
    ...(max_output_tokens !== undefined && { maxOutputTokens: max_output_tokens }),
    ...(options && { providerOptions: options }),
  };
}

/** Both are of the one provider that is asked. */
function merged(
  usual: SharedV3ProviderOptions | undefined,
  asked: SharedV3ProviderOptions | undefined,
): SharedV3ProviderOptions | undefined {
  if (usual === undefined || asked === undefined) return usual ?? asked;
  const names = new Set([...Object.keys(usual), ...Object.keys(asked)]);
  return Object.fromEntries([...names].map((name) => [name, { ...usual[name], ...asked[name] }]));
}

function promptOf(
  { system, messages }: ModelRequest,
  inWords: string | undefined,
  mark: SharedV3ProviderOptions | undefined,
): LanguageModelV3Prompt {
  const content = [system, inWords].filter((text) => text !== undefined).join('\n\n');
  const prompt = messages.map(messageOf).filter(({ content: parts }) => parts.length > 0);
  const last = prompt.at(-1);
  if (last !== undefined && mark !== undefined) last.providerOptions = mark;
  if (content === '') return prompt;
  return [{ role: 'system', content, ...(mark && { providerOptions: mark }) }, ...prompt];
}

function messageOf(message: Message): LanguageModelV3Message {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] };
    case 'assistant':
      return {
        role: 'assistant',
        content: message.content.filter((part) => !isEmpty(part)).map(partOf),
      };
    case 'tool':
      return {
        role: 'tool',
        content: message.results.map(({ call_id, tool, output, is_error }) => ({
          type: 'tool-result',
          toolCallId: call_id,
          toolName: tool,
          output: { type: is_error ? 'error-text' : 'text', value: output },
        })),
      };
  }
}

/** Some providers refuse a text without any. */
function isEmpty(part: ModelPart): boolean {
  return part.type === 'text' && part.text === '' && part.provider_data === undefined;
}

type AssistantPart = Extract<LanguageModelV3Message, { role: 'assistant' }>['content'][number];

function partOf(part: ModelPart): AssistantPart {
  const data = part.provider_data;
  const given = isProviderOptions(data) ? { providerOptions: data } : {};
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text, ...given };
    case 'reasoning':
      return { type: 'reasoning', text: part.text, ...given };
    case 'tool_call':
      return {
        type: 'tool-call',
        toolCallId: part.call_id,
        toolName: part.tool,
        input: part.input,
        ...given,
      };
    case 'malformed_call': {
      // A request has to be JSON, so what was not goes back as a text inside it.
      const input = { input_text: part.input_text };
      return { type: 'tool-call', toolCallId: part.call_id, toolName: part.tool, input, ...given };
    }
  }
}

function isSchema(value: unknown): value is JSONSchema7 {
  return isMembers(value);
}

function isProviderOptions(value: unknown): value is SharedV3ProviderOptions {
  return isMembers(value) && Object.values(value).every(isMembers);
}
