// One turn of Claude Code as its stream tells it. Its answers come in one message or several with the same id, and its last line claims
// success also where the provider refused the request.

import { countOf, listOf, membersOf, textOf } from '../../acp/fields.js';
import type { Usage } from '../../protocol/records.js';
import type { Desk, ToldCall, ToldUsage, TurnEnd, Word } from '../agent-port.js';
import { statusIn } from '../provider-failure.js';

type Fields = Readonly<Record<string, unknown>>;

/** A hostile host names no more calls than this at a time. */
const mostAsked = 1_000;

export class ClaudeTurn {
  readonly over: Promise<TurnEnd>;
  readonly #desk: Desk;
  #end: (end: TurnEnd) => void = () => {};
  /** Answers that are counted: the same usage stands on every message of one. */
  readonly #counted = new Set<string>();
  /** Calls as its model asked for them, until their results come. */
  readonly #asked = new Map<string, ToldCall>();
  #told = { input: 0, output: 0 };
  #hasWords = false;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.over = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  heard(): void {
    this.#desk.heard();
  }

  odd(what: string): void {
    this.#desk.note('peer_odd', `claude-code: ${what}`);
  }

  gone(why: string): void {
    this.#end({ how: 'failed', message: why, isAgents: true });
  }

  take(message: Fields): void {
    switch (message['type']) {
      case 'assistant':
        this.#answer(message);
        break;
      case 'user':
        this.#results(message);
        break;
      case 'result':
        this.#result(message);
        break;
      default:
    }
  }

  /** The hook asks before every call; what its own rules ask about besides was answered there. */
  async answerTo(request: Fields): Promise<object> {
    const input = membersOf(request['input']);
    if (request['subtype'] === 'can_use_tool') return { behavior: 'allow', updatedInput: request['input'] };
    if (request['subtype'] !== 'hook_callback') return {};
    const word = await this.#desk.ask({
      call_id: textOf(request['tool_use_id']) ?? textOf(input['tool_use_id']) ?? '',
      tool: textOf(input['tool_name']) ?? '',
      input: input['tool_input'] ?? {},
    });
    return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...decisionOf(word) } };
  }

  #answer(message: Fields): void {
    const { id, model, content, usage } = membersOf(message['message']);
    // What Claude Code itself says in the place of a model: its last line tells why.
    if (model === '<synthetic>') return;
    const parts = listOf(content).map(membersOf);
    this.#remember(parts);
    const isFirst = !this.#counted.has(textOf(id) ?? '');
    const used = isFirst ? this.#used(usage) : undefined;
    this.#counted.add(textOf(id) ?? '');
    if (typeof message['parent_tool_use_id'] === 'string') {
      if (used !== undefined) this.#desk.usage('subagent', used);
      return;
    }
    for (const { type, text, thinking } of parts) {
      if (type === 'text') this.#desk.text(textOf(text) ?? '');
      if (type === 'thinking') this.#desk.thought(textOf(thinking) ?? '');
    }
    const calls = parts.some(({ type }) => type === 'tool_use');
    this.#hasWords = parts.some(({ type }) => type === 'text');
    if (!isFirst && !calls && !this.#hasWords) return;
    this.#desk.answer({
      finish: calls ? 'tool_calls' : 'stop',
      id: textOf(id),
      model: textOf(model),
      ...used,
    });
  }

  #results(message: Fields): void {
    for (const part of listOf(membersOf(message['message'])['content']).map(membersOf)) {
      if (part['type'] !== 'tool_result') continue;
      this.#made(part);
      this.#desk.returned({
        call_id: textOf(part['tool_use_id']) ?? '',
        output: textIn(part['content']),
        is_error: part['is_error'] === true,
      });
    }
  }

  #remember(parts: readonly Fields[]): void {
    for (const { type, id, name, input } of parts) {
      if (type !== 'tool_use' || typeof id !== 'string' || this.#asked.size >= mostAsked) continue;
      this.#asked.set(id, { call_id: id, tool: textOf(name) ?? '', input: input ?? {} });
    }
  }

  /** A result of a call that the hook never asked about is a call that was made unasked. One that it could not read was not made. */
  #made({ tool_use_id, content, is_error }: Fields): void {
    const call = this.#asked.get(textOf(tool_use_id) ?? '');
    if (call === undefined) return;
    this.#asked.delete(call.call_id);
    if (is_error === true && textIn(content).startsWith('<tool_use_error>')) return;
    this.#desk.began(call);
  }

  #result(message: Fields): void {
    const usage = this.#more(message);
    const { is_error, api_error_status, subtype, result, errors } = message;
    const said = textOf(result) ?? listOf(errors).map(String).join('; ');
    if (is_error !== true && subtype === 'success') {
      this.#end({ how: 'ended', usage });
      return;
    }
    const status = countOf(api_error_status) ?? statusIn(said);
    this.#end({
      how: 'failed',
      message: said === '' ? `claude-code ended its turn with ${textOf(subtype) ?? 'an error'}` : said,
      ...(status !== undefined && { status }),
      ...(status === undefined && { isAgents: true }),
      usage,
    });
  }

  /** What was used besides the answers that were told: compactions, small models beside the large one. */
  #more({ modelUsage, total_cost_usd }: Fields): ToldUsage | undefined {
    const models = Object.values(membersOf(modelUsage)).map(membersOf);
    const sum = (...names: readonly string[]) =>
      models.reduce((all, one) => all + names.reduce((part, name) => part + (countOf(one[name]) ?? 0), 0), 0);
    const input = sum('inputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens') - this.#told.input;
    const output = sum('outputTokens') - this.#told.output;
    const cost = typeof total_cost_usd === 'number' ? Math.round(total_cost_usd * 1_000_000) : undefined;
    const isMore = input > 0 || output > 0;
    // Nothing was asked of a model that would have cost something.
    if (models.length === 0) return undefined;
    return {
      usage: isMore ? { input_tokens: Math.max(0, input), output_tokens: Math.max(0, output) } : undefined,
      cost_microusd: cost,
    };
  }

  #used(usage: unknown): ToldUsage | undefined {
    const fields = membersOf(usage);
    const [input, output] = [countOf(fields['input_tokens']), countOf(fields['output_tokens'])];
    if (input === undefined || output === undefined) return undefined;
    const read = countOf(fields['cache_read_input_tokens']) ?? 0;
    const written = countOf(fields['cache_creation_input_tokens']) ?? 0;
    this.#told.input += input + read + written;
    this.#told.output += output;
    const counted: Usage = {
      input_tokens: input + read + written,
      output_tokens: output,
      ...(read > 0 && { cache_read_tokens: read }),
      ...(written > 0 && { cache_write_tokens: written }),
    };
    return { usage: counted };
  }
}

function decisionOf(word: Word): object {
  if (word.say === 'allow') return { permissionDecision: 'allow' };
  const reason = word.say === 'deny' ? word.reason : 'the turn is being ended';
  return { permissionDecision: 'deny', permissionDecisionReason: reason };
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => textOf(membersOf(part)['text']) ?? `[${textOf(membersOf(part)['type']) ?? 'content'}]`)
    .join('\n');
}
