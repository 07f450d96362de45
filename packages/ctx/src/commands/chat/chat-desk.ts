// The prompt of a conversation: lines that a person types, those with a slash as commands, everything else as a message.

import type { Services } from '../../cli/command.js';
import { promptLine } from '../../cli/prompt-line.js';
import { columns } from '../../cli/terminal.js';
import { keepTyped, readHistory } from './history.js';

const slashCommands = {
  help: 'list these commands',
  model: 'show the model, or use another one from now on: /model NAME',
  effort: 'show how much the model should think, or change it: /effort low, medium or high',
  policy: 'show what the model may do',
  cost: 'show what this conversation has used',
  undo: 'give the files back as they were before the last turn',
  report: 'write the report of this session: /report FOLDER',
  exit: 'leave; the session stays (Ctrl-D, or Ctrl-C twice)',
} as const;

type SlashName = Exclude<keyof typeof slashCommands, 'help' | 'exit'>;

/** What a command shows. */
export type AnswerSlash = (name: SlashName, rest: string) => Promise<string>;

export interface ChatDesk {
  /** The next message; nothing where they leave, as with Ctrl-C right after a turn that it interrupted. */
  message(answer: AnswerSlash, wasInterrupted?: boolean): Promise<string | undefined>;
  show(text: string): void;
}

export function chatDesk(services: Pick<Services, 'env' | 'signal' | 'emit' | 'show'>): ChatDesk {
  const { env, signal, emit } = services;
  const history = readHistory(env);
  const show = (text: string) => emit({ note: 'chat', text: text.endsWith('\n') ? text : `${text}\n` });
  return {
    show,
    async message(answer, afterInterrupt = false) {
      for (let wasInterrupted = afterInterrupt; ; wasInterrupted = false) {
        // Nothing else may be drawn where they type.
        services.show?.({ type: 'person.asked' });
        const line = await promptLine({ prompt: '> ', history, signal, wasInterrupted });
        services.show?.({ type: 'person.answered' });
        if (line === undefined) return undefined;
        if (line.trim() === '') continue;
        await keepTyped(line, env);
        const [, name, rest = ''] = /^\/([a-z]+)(?:\s+(.*))?$/s.exec(line.trim()) ?? [];
        // Two slashes are a message that begins with one.
        if (name === undefined) return line.replace(/^\/\//, '/');
        if (name === 'exit' || name === 'quit') return undefined;
        if (isSlash(name)) show(await answer(name, rest));
        else show(name === 'help' ? helpText() : `Unknown command /${name}; /help lists all of them.`);
      }
    },
  };
}

function isSlash(name: string): name is SlashName {
  return name in slashCommands && name !== 'help' && name !== 'exit';
}

function helpText(): string {
  const rows = Object.entries(slashCommands).map(([name, says]) => [`/${name}`, says]);
  return `${columns(rows, '  ')}\nA backslash at the end of a line continues it on the next; pasted text stays one message.\nCtrl-C interrupts a turn and keeps the session.\n`;
}
