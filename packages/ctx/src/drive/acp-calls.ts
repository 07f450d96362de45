// Calls as ACP tells them: in pieces, of which each may say more, and some say nothing of what the call is about.

import { membersOf } from '../acp/fields.js';
import { type CallContent, type CallTold, callTold } from '../acp/session-update.js';
import { isMembers } from '../protocol/members.js';
import type { AcpTraits } from './acp-traits.js';
import type { Desk, ToldCall } from './agent-port.js';

interface Known {
  readonly first: CallTold;
  readonly all: CallTold;
  readonly tool: string | undefined;
  readonly call: ToldCall;
}

/** A hostile agent names no more calls than this at a time. */
const mostKnown = 10_000;

export class AcpCalls {
  readonly #traits: AcpTraits;
  readonly #known = new Map<string, Known>();

  constructor(traits: AcpTraits) {
    this.#traits = traits;
  }

  /** Nothing where the question names no call. */
  asked(toolCall: unknown): ToldCall | undefined {
    const told = callTold(toolCall);
    return told === undefined ? undefined : this.#merged(membersOf(toolCall), told).call;
  }

  told(update: Readonly<Record<string, unknown>>, told: CallTold, desk: Desk): void {
    const { call, all } = this.#merged(update, told);
    const { status } = told;
    if (status === undefined || status === 'pending') {
      desk.announced(call);
      return;
    }
    if (status === 'in_progress') {
      if (this.#traits.asksLate === true) desk.announced(call);
      else desk.began(call);
      return;
    }
    desk.began(call);
    const { rawOutput, content = [] } = all;
    desk.returned({
      call_id: told.id,
      output: outputOf(content, rawOutput),
      is_error: status === 'failed',
      exit_code: exitCodeIn(rawOutput),
    });
    this.#known.delete(told.id);
  }

  #merged(update: Readonly<Record<string, unknown>>, told: CallTold): Known {
    const before = this.#known.get(told.id);
    const first = before?.first ?? told;
    const tool = this.#traits.toolOf?.(update, first) ?? told.name ?? before?.tool;
    if (before !== undefined && tellsNoMore(told, tool, before)) {
      const { content = before.all.content ?? [], rawOutput = before.all.rawOutput } = told;
      if (content === before.all.content && rawOutput === before.all.rawOutput) return before;
      return this.#keep({ ...before, all: { ...before.all, content, rawOutput } });
    }
    const inputs = [before?.all.rawInput, told.rawInput] as const;
    const rawInput =
      this.#traits.asksShortened === true ? inputsOf(inputs[1], inputs[0]) : inputsOf(...inputs);
    const all = { ...before?.all, ...told, rawInput };
    return this.#keep({ first, all, tool, call: callOf(all, tool) });
  }

  #keep(known: Known): Known {
    const { id } = known.all;
    if (this.#known.has(id) || this.#known.size < mostKnown) this.#known.set(id, known);
    return known;
  }
}

function callOf(all: CallTold, tool: string | undefined): ToldCall {
  const { id, kind = 'other', content = [] } = all;
  return { call_id: id, tool: tool ?? kind, input: inputOf(all, tool), preview: previewOf(content) };
}

/** Whether the call is the one that is known already, but for its status and its output: then it is the same object. */
function tellsNoMore(told: CallTold, tool: string | undefined, { all, tool: before }: Known): boolean {
  return (
    tool === before &&
    (told.rawInput === undefined || isSameInput(told.rawInput, all.rawInput)) &&
    told.locations === undefined &&
    (told.title ?? all.title) === all.title &&
    (told.kind ?? all.kind) === all.kind &&
    (told.content === undefined || !(hasDiff(told.content) || hasDiff(all.content ?? [])))
  );
}

/** A question mostly repeats what was announced. Only what is plain is compared. */
function isSameInput(now: unknown, before: unknown): boolean {
  if (!isMembers(now) || !isMembers(before)) return now === before;
  const names = Object.keys(now);
  return (
    names.length === Object.keys(before).length &&
    names.every((name) => Object.hasOwn(before, name) && now[name] === before[name])
  );
}

function hasDiff(content: readonly CallContent[]): boolean {
  return content.some(({ type }) => type === 'diff');
}

/** A question may hold less than the call that it is about, or other members; what it says last counts. */
function inputsOf(before: unknown, now: unknown): unknown {
  if (isMembers(before) && isMembers(now)) return { ...before, ...now };
  return now ?? before;
}

/** Some agents show a call only as people see it: its title, and the files that it touches. */
function inputOf(
  { rawInput, kind, title = '', locations = [], content = [] }: CallTold,
  tool: string | undefined,
): unknown {
  const input = isMembers(rawInput) ? rawInput : rawInput === undefined ? {} : { input: rawInput };
  if (kind === 'execute' && input['command'] === undefined && input['cmd'] === undefined)
    return { ...input, command: title };
  const touched = [
    ...locations.map(({ path }) => path),
    ...content.flatMap((part) => (part.type === 'diff' ? [part.path] : [])),
  ];
  const paths = [...new Set(touched)];
  if (kind === 'execute' || paths.length === 0) {
    // A tool that has a name may be called with nothing.
    const tellsNothing = Object.keys(input).length === 0 && !(isMembers(rawInput) && tool !== undefined);
    return tellsNothing ? { title } : input;
  }
  return { ...input, paths };
}

function outputOf(content: readonly CallContent[], rawOutput: unknown): string {
  const texts = content.flatMap((part) => {
    if (part.type === 'text') return [part.text];
    return part.type === 'diff' ? [`changed ${part.path}`] : [];
  });
  if (texts.length > 0) return texts.join('\n');
  if (typeof rawOutput === 'string') return rawOutput;
  return rawOutput === undefined || rawOutput === null ? '' : JSON.stringify(rawOutput);
}

function exitCodeIn(rawOutput: unknown): number | undefined {
  const { exitCode, exit_code, metadata } = membersOf(rawOutput);
  const found = [exitCode, exit_code, membersOf(metadata)['exit']].find(
    (code) => typeof code === 'number' && Number.isInteger(code) && code >= 0,
  );
  return typeof found === 'number' ? found : undefined;
}

function previewOf(content: readonly CallContent[]): string | undefined {
  const diffs = content.flatMap((part) =>
    part.type === 'diff'
      ? [`${part.path}\n${lines('-', part.oldText ?? '')}${lines('+', part.newText)}`]
      : [],
  );
  return diffs.length === 0 ? undefined : diffs.join('\n');
}

function lines(sign: string, text: string): string {
  return text === '' ? '' : `${text.replace(/\n$/, '').replace(/^/gm, sign)}\n`;
}
