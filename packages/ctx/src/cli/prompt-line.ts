// What a person types at a prompt: with a history, over several lines (a backslash at the end of one, or a paste), until
// they leave.

import { createInterface, type Interface } from 'node:readline';

export interface PromptOptions {
  readonly prompt: string;
  /** The newest first; what is typed is added. */
  readonly history: string[];
  readonly signal: AbortSignal;
  /** They pressed Ctrl-C just now, and were told that it leaves when they press it again. */
  readonly wasInterrupted?: boolean;
}

const continued = '… ';
/** Terminals that know it mark where a paste begins and ends; others ignore it. */
const marksPastes = '\u001b[?2004h';
const marksNoPastes = '\u001b[?2004l';

/** Nothing where they leave: Ctrl-D, or Ctrl-C twice on an empty line. */
export function promptLine({
  prompt,
  history,
  signal,
  wasInterrupted = false,
}: PromptOptions): Promise<string | undefined> {
  const { stdin, stderr } = process;
  const before: string[] = [];
  let isPasting = false;
  let wantsToLeave = wasInterrupted;
  const reader = createInterface({
    input: stdin,
    output: stderr,
    terminal: true,
    history,
    historySize: 1000,
  });
  const onKey = (_: unknown, key: { readonly name?: string } | undefined) => {
    if (key?.name === 'paste-start') isPasting = true;
    if (key?.name === 'paste-end') isPasting = false;
  };
  return new Promise((resolve) => {
    const leave = () => reader.close();
    let isSettled = false;
    const settle = (said: string | undefined) => {
      if (isSettled) return;
      isSettled = true;
      stdin.off('keypress', onKey);
      signal.removeEventListener('abort', leave);
      stderr.write(marksNoPastes);
      resolve(said);
    };
    reader.once('close', () => settle(undefined));
    reader.on('history', (lines: string[]) => history.splice(0, history.length, ...lines));
    reader.on('line', (line) => {
      wantsToLeave = false;
      if (isPasting || line.endsWith('\\')) {
        before.push(isPasting ? line : line.slice(0, -1));
        ask(reader, continued);
        return;
      }
      settle([...before, line].join('\n'));
      reader.close();
    });
    reader.on('SIGINT', () => {
      if (reader.line === '' && before.length === 0) {
        if (wantsToLeave) return leave();
        wantsToLeave = true;
        stderr.write('\n(Ctrl-C again, or /exit, leaves)\n');
      } else stderr.write('\n');
      before.length = 0;
      clear(reader);
      ask(reader, prompt);
    });
    stdin.on('keypress', onKey);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) return leave();
    stderr.write(marksPastes);
    ask(reader, prompt);
  });
}

function ask(reader: Interface, prompt: string): void {
  reader.setPrompt(prompt);
  reader.prompt();
}

function clear(reader: Interface): void {
  reader.write(null, { ctrl: true, name: 'e' });
  reader.write(null, { ctrl: true, name: 'u' });
}
