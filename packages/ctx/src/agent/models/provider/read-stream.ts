// The stream of one answer, read to its end: text as it comes, then the whole, or what went wrong on the way.

import type {
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
  SharedV3ProviderMetadata,
  SharedV3Warning,
} from '@ai-sdk/provider';
import type { Finish, ModelPart, Usage } from '../../../protocol/records.js';
import type { ModelAnswer } from '../../ports.js';
import { cutOff, failureOf, malformed, tooMuch } from './failures.js';

type Failed = Extract<ModelAnswer, { kind: 'failed' }>;
type Ended = Extract<LanguageModelV3StreamPart, { type: 'finish' }>;

/** Four times what the longest answers of any model have. */
const mostSaid = 2 * 1024 * 1024;
/** No answer has a hundred. */
const mostParts = 10_000;

export interface Heard {
  readonly onText: (delta: string) => void;
  readonly onThought?: ((delta: string) => void) | undefined;
}

/** `contentType` is what the provider said that the stream is. */
export async function readStream(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  contentType: string | undefined,
  { onText, onThought }: Heard,
): Promise<ModelAnswer> {
  const content = new Content();
  const warnings: string[] = [];
  let failed: Failed | undefined;
  let ended: Ended | undefined;
  let response: { id?: string | undefined; model?: string | undefined } = {};
  let said = 0;
  for await (const part of stream) {
    if ('delta' in part) said += part.delta.length;
    if (said > mostSaid) return tooMuch('2 MB of text');
    if (content.parts.length > mostParts) return tooMuch('10,000 parts');
    if (part.type === 'text-delta') onText(part.delta);
    if (part.type === 'reasoning-delta') onThought?.(part.delta);
    if (part.type === 'stream-start') warnings.push(...part.warnings.map(warningOf));
    else if (part.type === 'response-metadata') response = { id: part.id, model: part.modelId };
    else if (part.type === 'error') failed ??= failureOf(part.error);
    else if (part.type === 'finish') ended = part;
    else content.take(part);
  }
  if (failed !== undefined || ended === undefined || isCut(ended.finishReason))
    return noStream(contentType) ?? failed ?? cutOff();
  const finish = finishOf(ended.finishReason, content.calls);
  if (finish === undefined) return stoppedStrangely(ended.finishReason);
  return {
    kind: 'responded',
    content: content.parts,
    finish,
    usage: usageOf(ended.usage, content.parts.length > 0),
    response,
    warnings,
  };
}

/** The packages end every stream with a finish; one that no provider gave a reason for is a stream that broke off. */
function isCut({ unified, raw }: LanguageModelV3FinishReason): boolean {
  return unified === 'other' && raw === undefined;
}

/** A page or a document that no stream could be read from. */
function noStream(contentType: string | undefined): Failed | undefined {
  if (contentType === undefined || contentType.startsWith('text/event-stream')) return undefined;
  return malformed(`The provider sent ${contentType} where a stream of events was expected.`);
}

function stoppedStrangely({ raw }: LanguageModelV3FinishReason): Failed {
  return malformed(`The provider ended the answer for a reason of its own: ${raw ?? 'an error'}.`);
}

function finishOf({ unified }: LanguageModelV3FinishReason, calls: number): Finish | undefined {
  switch (unified) {
    case 'stop':
    case 'tool-calls':
      // Some servers say stop and call a tool, or the other way round.
      return calls > 0 ? 'tool_calls' : 'stop';
    case 'length':
      return 'length';
    case 'content-filter':
      return 'content_filter';
    case 'other':
      // A reason that we do not know, after calls that are whole.
      return calls > 0 ? 'tool_calls' : undefined;
    case 'error':
      return undefined;
  }
}

/** The provider's own figures. None where they cannot be true: nothing asked and nothing said, or no whole numbers. */
function usageOf(
  { inputTokens, outputTokens }: LanguageModelV3Usage,
  saidSomething: boolean,
): Usage | undefined {
  const { total: input, cacheRead = 0, cacheWrite = 0 } = inputTokens;
  const { total: output } = outputTokens;
  if (!isCount(input) || !isCount(output) || !isCount(cacheRead) || !isCount(cacheWrite)) return undefined;
  if (input === 0 || (output === 0 && saidSomething) || cacheRead + cacheWrite > input) return undefined;
  return {
    input_tokens: input,
    output_tokens: output,
    ...(cacheRead > 0 && { cache_read_tokens: cacheRead }),
    ...(cacheWrite > 0 && { cache_write_tokens: cacheWrite }),
  };
}

/** More than any model can take in a call is no count of tokens. */
const mostTokens = 1_000_000_000;

function isCount(value: number | undefined): value is number {
  return Number.isInteger(value) && value !== undefined && value >= 0 && value <= mostTokens;
}

function warningOf(warning: SharedV3Warning): string {
  if (warning.type === 'other') return warning.message;
  const details = warning.details === undefined ? '' : `: ${warning.details}`;
  return `${warning.feature} (${warning.type})${details}`;
}

/** The parts of an answer, in the order in which they began. */
class Content {
  readonly parts: ModelPart[] = [];
  calls = 0;
  readonly #open = new Map<string, Block>();

  take(part: LanguageModelV3StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#begin(part.type === 'text-start' ? 'text' : 'reasoning', part.id, part.providerMetadata);
        return;
      case 'text-delta':
      case 'reasoning-delta':
        // A part that never began is said all the same.
        if (!this.#open.has(part.id))
          this.#begin(part.type === 'text-delta' ? 'text' : 'reasoning', part.id, undefined);
        this.#add(part.id, part.delta, part.providerMetadata);
        return;
      case 'text-end':
      case 'reasoning-end':
        this.#add(part.id, '', part.providerMetadata);
        return;
      case 'tool-call': {
        this.calls += 1;
        const called = { call_id: part.toolCallId, tool: part.toolName };
        this.parts.push({ ...callOf(called, part.input), ...dataOf(part.providerMetadata) });
        return;
      }
      default:
        return;
    }
  }

  #begin(type: Block['type'], id: string, metadata: SharedV3ProviderMetadata | undefined): void {
    const block: Block = { type, text: '', ...dataOf(metadata) };
    this.#open.set(id, block);
    this.parts.push(block);
  }

  #add(id: string, text: string, metadata: SharedV3ProviderMetadata | undefined): void {
    const block = this.#open.get(id);
    if (block === undefined) return;
    block.text += text;
    if (metadata !== undefined) block.provider_data = merged(block.provider_data, metadata);
  }
}

type Block = Extract<ModelPart, { type: 'text' | 'reasoning' }>;

function dataOf(metadata: SharedV3ProviderMetadata | undefined) {
  return metadata === undefined ? {} : { provider_data: metadata };
}

/** A provider may say one thing of a part when it begins and another when it ends. */
function merged(earlier: unknown, later: SharedV3ProviderMetadata): object {
  const all = new Map<string, unknown>(
    typeof earlier === 'object' && earlier !== null ? Object.entries(earlier) : [],
  );
  for (const [provider, data] of Object.entries(later)) {
    const before = all.get(provider);
    all.set(provider, { ...(typeof before === 'object' ? before : {}), ...data });
  }
  return Object.fromEntries(all);
}

function callOf(called: { readonly call_id: string; readonly tool: string }, text: string): ModelPart {
  if (text.trim() === '') return { type: 'tool_call', ...called, input: {} };
  try {
    const input: unknown = JSON.parse(text);
    return { type: 'tool_call', ...called, input };
  } catch {
    return { type: 'malformed_call', ...called, input_text: text };
  }
}
