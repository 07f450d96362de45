// The person at the terminal is shown a call, and answers.

import type { AskedCall, GivenAnswer } from './question.js';
import { callText, oneLine, quoted } from './shown-call.js';

/** How a person is spoken to. */
export interface Desk {
  readonly width: number;
  show(text: string): void;
  /** What is typed after the question has appeared; nothing where the terminal is closed, or `signal` is aborted. */
  line(prompt: string, signal: AbortSignal): Promise<string | undefined>;
}

export interface TerminalQuestion {
  readonly desk: Desk;
  readonly user: string;
  /** Where a rule comes from, and what a call of the tool could touch: one line each. */
  explain(call: AskedCall): readonly string[];
  /** Allows the rule in this project for good; the reason where that cannot be kept. */
  keep(rule: string): Promise<string | undefined>;
}

const mostLines = 24;
const choices = 'y yes · n no · a always in this session · p always in this project · e explain';

export async function askAtTerminal(
  { desk, user, explain, keep }: TerminalQuestion,
  call: AskedCall,
  signal: AbortSignal,
): Promise<GivenAnswer> {
  const whole = callText(call);
  const show = (most: number) => desk.show(`${quoted(whole, desk.width, most)}\n`);
  desk.show(
    `\n${oneLine(call.tool)} wants to ${verbOf(call)}, and the rule ${oneLine(call.rule)} asks you first:\n`,
  );
  show(mostLines);
  desk.show(`${choices}\n`);
  const said = { via: 'terminal', by: user } as const;
  for (;;) {
    const line = await desk.line('allow? ', signal);
    if (line === undefined)
      return { answer: 'deny', scope: 'once', via: 'terminal', by: null, reason: 'the terminal was closed' };
    const [word = '', ...more] = line.trim().split(/\s+/);
    const reason = more.join(' ');
    switch (word.toLowerCase()) {
      case 'y':
      case 'yes':
        return { answer: 'allow', scope: 'once', ...said };
      case 'n':
      case 'no':
        return {
          answer: 'deny',
          scope: 'once',
          ...said,
          ...(reason !== '' && { reason }),
        };
      case 'a':
        return { answer: 'allow', scope: 'session', ...said };
      case 'p': {
        const problem = await keep(call.rule);
        if (problem === undefined) return { answer: 'allow', scope: 'project', ...said };
        desk.show(`That could not be kept: ${oneLine(problem)}\n`);
        break;
      }
      case 'e':
        show(Infinity);
        desk.show(`${explain(call).map(oneLine).join('\n')}\n${choices}\n`);
        break;
      default:
        desk.show(`${choices}\n`);
    }
  }
}

function verbOf({ tool, preview }: AskedCall): string {
  if (tool === 'bash') return 'run';
  return preview === undefined ? 'do this' : 'change a file';
}
