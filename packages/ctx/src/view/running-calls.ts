// The calls that are under way: one line each, with the last lines of what the newest of them prints.

import { stripVTControlCharacters } from 'node:util';
import { neutral, styled, type Terminal } from '../cli/terminal.js';
import { brief, elapsed } from './event-lines.js';

export interface RunningCall {
  readonly tool: string;
  readonly about: string;
  readonly since: number;
  /** How long it took, once it settled; its result may still wait for others. */
  took?: number;
  printed: string;
}

export class RunningCalls {
  readonly #calls = new Map<string, RunningCall>();

  get isEmpty(): boolean {
    return this.#calls.size === 0;
  }

  begin(call_id: string, tool: string, input: unknown, since: number): void {
    this.#calls.set(call_id, { tool: neutral(tool), about: brief(input), since, printed: '' });
  }

  prints(call_id: string, text: string): void {
    const call = this.#calls.get(call_id);
    if (call !== undefined) call.printed = (call.printed + text).slice(-longestTail);
  }

  settle(call_id: string, now: number): void {
    const call = this.#calls.get(call_id);
    if (call !== undefined) call.took ??= now - call.since;
  }

  /** Takes it out. */
  end(call_id: string, now: number): RunningCall | undefined {
    this.settle(call_id, now);
    const call = this.#calls.get(call_id);
    this.#calls.delete(call_id);
    return call;
  }

  clear(): void {
    this.#calls.clear();
  }

  lines(now: number, sign: string, terminal: Terminal): string[] {
    const dim = (text: string) => styled(terminal, 'dim', text);
    const calls = [...this.#calls.values()];
    const shown = calls.slice(0, mostCalls);
    const lines = shown.map(({ tool, about, since, took }) => {
      const mark = took === undefined ? sign : '*';
      return `${styled(terminal, 'cyan', mark)} ${tool} ${dim(`${elapsed(took ?? now - since)}  ${about}`)}`;
    });
    if (calls.length > shown.length) lines.push(dim(`  and ${calls.length - shown.length} more`));
    const printing = calls.findLast(({ printed }) => printed.trim() !== '');
    return [...lines, ...lastLines(printing?.printed ?? '').map((line) => dim(`  ${line}`))];
  }
}

const mostCalls = 8;
const mostTailLines = 4;
const longestTail = 4_096;

/** What a program draws over itself (a progress bar, say) is its last state. */
function lastLines(printed: string): string[] {
  if (printed.trim() === '') return [];
  return printed
    .trimEnd()
    .split('\n')
    .slice(-mostTailLines)
    .map((line) =>
      neutral(
        stripVTControlCharacters(
          line.slice(line.lastIndexOf('\r', line.length - 2) + 1).replaceAll('\r', ''),
        ),
      ),
    );
}
