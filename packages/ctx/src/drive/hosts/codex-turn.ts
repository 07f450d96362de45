// One turn of Codex as its app server tells it: items that begin and end, questions about them, tokens as they are used.

import { countOf, listOf, membersOf, textOf } from '../../acp/fields.js';
import { tokens } from '../acp-traits.js';
import type { Desk, ToldCall, TurnEnd } from '../agent-port.js';
import { plainMessage, statusIn } from '../provider-failure.js';

type Fields = Readonly<Record<string, unknown>>;

export class CodexTurn {
  readonly over: Promise<TurnEnd>;
  id: string | undefined;
  readonly #desk: Desk;
  readonly #thread: string;
  readonly #changes = new Map<string, object>();
  #end: (end: TurnEnd) => void = () => {};
  #failure: string | undefined;

  constructor(desk: Desk, thread: string) {
    this.#desk = desk;
    this.#thread = thread;
    this.over = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  heard(): void {
    this.#desk.heard();
  }

  odd(what: string): void {
    this.#desk.note('peer_odd', `codex: ${what}`);
  }

  gone(why: string): void {
    this.#end({ how: 'failed', message: why, isAgents: true });
  }

  take(method: string, params: Fields): void {
    const isOwn = params['threadId'] === this.#thread;
    const item = membersOf(params['item']);
    switch (method) {
      case 'turn/started':
        if (isOwn) this.id = textOf(membersOf(params['turn'])['id']);
        return;
      case 'item/agentMessage/delta':
        if (isOwn) this.#desk.text(textOf(params['delta']) ?? '');
        return;
      case 'item/reasoning/textDelta':
      case 'item/reasoning/summaryTextDelta':
        if (isOwn) this.#desk.thought(textOf(params['delta']) ?? '');
        return;
      case 'item/started':
        this.#begun(item);
        return;
      case 'item/completed':
        this.#completed(item);
        return;
      case 'thread/tokenUsage/updated':
        this.#used(membersOf(params['tokenUsage']), isOwn);
        return;
      case 'error':
        if (isOwn && params['willRetry'] !== true)
          this.#failure = textOf(membersOf(params['error'])['message']);
        return;
      case 'turn/completed':
        if (isOwn) this.#over(membersOf(params['turn']));
        return;
      default:
    }
  }

  /** Nothing for what this client does not offer. */
  async answerTo(method: string, params: Fields): Promise<object | undefined> {
    const call_id = textOf(params['itemId']) ?? textOf(params['callId']) ?? '';
    const call = this.#asked(method, call_id, params);
    if (call === undefined) return undefined;
    const word = await this.#desk.ask(call);
    if (word.say === 'cancelled') return { decision: 'cancel' };
    return { decision: word.say === 'allow' ? 'accept' : 'decline' };
  }

  #asked(method: string, call_id: string, params: Fields): ToldCall | undefined {
    if (method === 'item/commandExecution/requestApproval')
      return { call_id, tool: 'exec_command', input: commandOf(params) };
    if (method === 'item/fileChange/requestApproval') {
      const known = this.#changes.get(call_id);
      return { call_id, tool: 'file_change', input: known ?? { changes: [] } };
    }
    return undefined;
  }

  #completed(item: Fields): void {
    const call = callOf(item);
    if (call === undefined) return;
    const { status, exitCode } = item;
    // What was declined was never made.
    if (status === 'declined') return;
    this.#desk.began(call);
    const exit_code = countOf(exitCode);
    this.#desk.returned({
      call_id: call.call_id,
      output: textOf(item['aggregatedOutput']) ?? textOf(item['result']) ?? '',
      is_error: status === 'failed' || (exit_code ?? 0) !== 0,
      exit_code,
    });
  }

  /** What is begun is asked about next: only files are told here alone. */
  #begun(item: Fields): void {
    const call = callOf(item);
    if (call?.tool === 'file_change' && this.#changes.size < 1000)
      this.#changes.set(call.call_id, changesOf(item));
  }

  #used({ last }: Fields, isOwn: boolean): void {
    const { inputTokens, outputTokens, cachedInputTokens, cacheWriteInputTokens } = membersOf(last);
    const used = tokens(inputTokens, outputTokens, cachedInputTokens, cacheWriteInputTokens);
    if (used !== undefined) this.#desk.usage(isOwn ? 'turn' : 'subagent', used);
  }

  #over({ status, error }: Fields): void {
    if (status === 'completed') {
      this.#end({ how: 'ended', finish: 'stop' });
      return;
    }
    const said = textOf(membersOf(error)['message']) ?? this.#failure;
    if (said === undefined) {
      const message = `codex ended its turn as ${textOf(status) ?? 'unknown'}`;
      this.#end({ how: 'failed', message, isAgents: true });
      return;
    }
    const found = statusIn(said);
    this.#end({ how: 'failed', message: plainMessage(said), ...(found !== undefined && { status: found }) });
  }
}

function callOf(item: Fields): ToldCall | undefined {
  const call_id = textOf(item['id']) ?? '';
  switch (item['type']) {
    case 'commandExecution':
      return { call_id, tool: 'exec_command', input: commandOf(item) };
    case 'fileChange':
      return { call_id, tool: 'file_change', input: changesOf(item) };
    case 'mcpToolCall':
      return {
        call_id,
        tool: `mcp__${textOf(item['server']) ?? ''}__${textOf(item['tool']) ?? ''}`,
        input: item['arguments'] ?? {},
      };
    case 'webSearch':
      return { call_id, tool: 'web_search', input: { query: item['query'] } };
    default:
      return undefined;
  }
}

/** The script that its shell is given; the words around it are Codex's own. */
function commandOf({ command, cwd, commandActions }: Fields): object {
  const actions = listOf(commandActions).map((action) => textOf(membersOf(action)['command']));
  const [only] = actions;
  const script = /^\/\S+ -lc (.+)$/s.exec(textOf(command) ?? '')?.[1];
  const plain = actions.length === 1 && only !== undefined ? only : (script ?? textOf(command) ?? '');
  return { cmd: plain, command, ...(cwd !== undefined && { cwd }) };
}

function changesOf({ changes }: Fields): object {
  return {
    changes: listOf(changes).map((change) => {
      const { path, kind, diff } = membersOf(change);
      return { path, kind, diff };
    }),
  };
}
