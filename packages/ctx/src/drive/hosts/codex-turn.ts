// One turn of Codex as its app server tells it: items that begin and end, questions about them, tokens as they are used.

import { countOf, listOf, membersOf, textOf } from '../../acp/fields.js';
import { blockText } from '../../acp/session-update.js';
import { toolPrefix } from '../../agent/mcp/mcp-tools.js';
import { tokens } from '../acp-traits.js';
import type { Desk, ToldCall, TurnEnd } from '../agent-port.js';
import { plainMessage, statusIn } from '../provider-failure.js';

type Fields = Readonly<Record<string, unknown>>;

/** A hostile agent begins no more than these at a time. */
const mostUnderWay = 1_000;

export class CodexTurn {
  readonly over: Promise<TurnEnd>;
  id: string | undefined;
  readonly #desk: Desk;
  readonly #thread: string;
  readonly #changes = new Map<string, object>();
  /** Calls of servers' tools that are under way: what it asks about them has no id. */
  readonly #ofServers = new Map<string, ToldCall>();
  #end: (end: TurnEnd) => void = () => {};
  #failure: string | undefined;
  #inputs = 0;

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
      case 'item/commandExecution/terminalInteraction':
        this.#typed(params);
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
    if (method === 'mcpServer/elicitation/request') return this.#serverAsks(params);
    const call_id = textOf(params['itemId']) ?? textOf(params['callId']) ?? '';
    const call = this.#asked(method, call_id, params);
    if (call === undefined) return undefined;
    const word = await this.#desk.ask(call);
    if (word.say === 'cancelled') return { decision: 'cancel' };
    return { decision: word.say === 'allow' ? 'accept' : 'decline' };
  }

  /** It asks about a tool of a server as the server itself would ask a person. Servers that do are told that nobody is there. */
  async #serverAsks({ serverName, message, _meta }: Fields): Promise<object> {
    const { codex_approval_kind, tool_params } = membersOf(_meta);
    if (codex_approval_kind !== 'mcp_tool_call') return { action: 'decline', content: null };
    const tool = `${toolPrefix(textOf(serverName) ?? '')}${/ tool "(.+)"\?$/s.exec(textOf(message) ?? '')?.[1] ?? ''}`;
    const input = tool_params ?? {};
    const about = JSON.stringify(input);
    const calls = [...this.#ofServers.values()].filter((call) => call.tool === tool);
    const call = calls.find((one) => JSON.stringify(one.input) === about) ?? calls[0];
    if (call !== undefined) this.#ofServers.delete(call.call_id);
    const word = await this.#desk.ask({ call_id: call?.call_id ?? `asked ${tool}`, tool, input });
    const action = { allow: 'accept', deny: 'decline', cancelled: 'cancel' }[word.say];
    return { action, content: word.say === 'allow' ? {} : null };
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
    this.#ofServers.delete(call.call_id);
    const { status, exitCode } = item;
    // What was declined was never made.
    if (status === 'declined') return;
    this.#desk.began(call);
    const exit_code = countOf(exitCode);
    this.#desk.returned({
      call_id: call.call_id,
      output: textOf(item['aggregatedOutput']) ?? resultOf(item),
      is_error: status === 'failed' || (exit_code ?? 0) !== 0,
      exit_code,
    });
  }

  /** What is begun is asked about next: only files are told here alone. */
  #begun(item: Fields): void {
    const call = callOf(item);
    if (call?.tool === 'file_change' && this.#changes.size < mostUnderWay)
      this.#changes.set(call.call_id, changesOf(item));
    if (call !== undefined && item['type'] === 'mcpToolCall' && this.#ofServers.size < mostUnderWay)
      this.#ofServers.set(call.call_id, call);
  }

  /** What it types into a command that runs already, it asks nobody about. Typing nothing asks what the command said since. */
  #typed({ itemId, stdin }: Fields): void {
    const chars = textOf(stdin) ?? '';
    if (chars === '') return;
    this.#inputs += 1;
    const call_id = `${textOf(itemId) ?? 'typed'}-input-${this.#inputs}`;
    this.#desk.began({ call_id, tool: 'write_stdin', input: { chars } });
    this.#desk.returned({ call_id, output: '', is_error: false });
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
        tool: `${toolPrefix(textOf(item['server']) ?? '')}${textOf(item['tool']) ?? ''}`,
        input: item['arguments'] ?? {},
      };
    case 'webSearch':
      return { call_id, tool: 'web_search', input: { query: item['query'] } };
    default:
      return undefined;
  }
}

/** What a tool of a server gave back, or why it gave nothing. */
function resultOf({ result, error }: Fields): string {
  const failure = textOf(membersOf(error)['message']);
  if (failure !== undefined) return failure;
  if (typeof result === 'string') return result;
  return listOf(membersOf(result)['content']).map(blockText).join('\n');
}

/** The script that its shell is given; the words around it are Codex's own. */
function commandOf({ command, cwd, commandActions }: Fields): object {
  const actions = listOf(commandActions).map((action) => textOf(membersOf(action)['command']));
  const [only] = actions;
  const quoted = /^\/\S+ -l?c (.+)$/s.exec(textOf(command) ?? '')?.[1];
  const script = quoted && unquoted(quoted);
  const plain = actions.length === 1 && only !== undefined ? only : (script ?? textOf(command) ?? '');
  return { cmd: plain, command, ...(cwd !== undefined && { cwd }) };
}

/** One word as a shell reads it; all of it where that are several. */
function unquoted(text: string): string {
  let word = '';
  let rest = text;
  while (rest !== '') {
    const [piece, single, double, escaped, plain] =
      /^(?:'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+))/s.exec(rest) ?? [];
    if (piece === undefined) return text;
    word += single ?? double?.replace(/\\([$`"\\])/g, '$1') ?? escaped ?? plain ?? '';
    rest = rest.slice(piece.length);
  }
  return word;
}

/** By their paths: our hook knows them from the patch, whose order is another. */
function changesOf({ changes }: Fields): object {
  const told = listOf(changes).map((change) => {
    const { path, kind, diff } = membersOf(change);
    return { path, kind, diff };
  });
  const paths = told.map(({ path }) => textOf(path) ?? '');
  return { changes: [...told.keys()].sort((a, b) => compared(paths[a], paths[b])).map((i) => told[i]) };
}

function compared(one = '', other = ''): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
