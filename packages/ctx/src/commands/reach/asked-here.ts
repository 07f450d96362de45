// A question of a session elsewhere, asked here: by the program that the flags name, or of the person at the terminal.

import { membersOf, textOf } from '../../acp/fields.js';
import { optionsTold } from '../../acp/session-update.js';
import { askAtTerminal, type Desk } from '../../approve/at-terminal.js';
import { askProgram } from '../../approve/by-program.js';
import { editorChoices } from '../../approve/in-editor.js';
import type { AskedCall, GivenAnswer } from '../../approve/question.js';
import { oneLine, quoted } from '../../approve/shown-call.js';
import type { Services } from '../../cli/command.js';
import { freshLine } from '../../cli/fresh-line.js';
import { userName } from '../../machine/user-name.js';
import type { Members } from '../../protocol/members.js';
import { programOfCall } from '../approver.js';
import type { AskFlags } from '../session-flags.js';

interface Here {
  readonly target: string;
  /** Whether a person is at the terminal. */
  readonly isThere: boolean;
  readonly flags: AskFlags;
}

/** The option that was chosen; nothing where nobody is here to choose. Questions come one after the other. */
export function askedHere(
  { target, isThere, flags }: Here,
  services: Services,
): (asked: Members, signal: AbortSignal) => Promise<string | undefined> {
  const { emit, show, env, cwd } = services;
  const desk: Desk = {
    width: Math.min(process.stderr.columns ?? 80, 110),
    show: (text) => emit({ note: 'approval', text }),
    line: freshLine,
  };
  const user = userName(env);
  let before: Promise<unknown> = Promise.resolve();

  async function answer(asked: Members, signal: AbortSignal): Promise<string | undefined> {
    if (signal.aborted) return undefined;
    const call = askedCall(asked);
    const options = optionsTold(asked['options']);
    const offered = (id: string) => options.find(({ optionId }) => optionId === id)?.optionId;
    if (call !== undefined) {
      const program = programOfCall(flags, { root: cwd, env }, { remote: target });
      if (program !== undefined) return offered(choiceOf(await askProgram(program, call, signal)));
    }
    if (!isThere) return undefined;
    show?.({ type: 'person.asked' });
    try {
      if (call === undefined) return offered(await agreed(asked, desk, target, signal));
      const explain = () => [`rule     ${call.rule}`, `place    ${target}: what it may touch is there`];
      // What is allowed for good is kept there, not here.
      const given = await askAtTerminal({ desk, user, explain, keep: async () => undefined }, call, signal);
      return given.by === null ? undefined : offered(choiceOf(given));
    } finally {
      show?.({ type: 'person.answered' });
    }
  }

  return (asked, signal) => {
    const answered = before.then(() => answer(asked, signal));
    before = answered.catch(() => {});
    return answered;
  };
}

function choiceOf({ answer, scope }: GivenAnswer): string {
  if (answer === 'deny') return 'reject';
  return editorChoices.find((choice) => choice === scope) ?? 'once';
}

/** Nothing where the question is not about a call. */
function askedCall({ toolCall }: Members): AskedCall | undefined {
  const { toolCallId, name, rawInput, _meta } = membersOf(toolCall);
  const { rule, preview } = membersOf(membersOf(_meta)['ctx']);
  if (typeof toolCallId !== 'string' || typeof name !== 'string' || typeof rule !== 'string')
    return undefined;
  return { call_id: toolCallId, tool: name, input: rawInput, rule, preview: textOf(preview) };
}

const mostLines = 24;

async function agreed(asked: Members, desk: Desk, target: string, signal: AbortSignal): Promise<string> {
  const { title, content } = membersOf(asked['toolCall']);
  const more = (Array.isArray(content) ? content : [])
    .map((item) => textOf(membersOf(membersOf(item)['content'])['text']) ?? '')
    .join('\n');
  desk.show(`\n${oneLine(target)} asks: ${oneLine(textOf(title) ?? '')}\n`);
  if (more.trim() !== '') desk.show(`${quoted(more, desk.width, mostLines)}\n`);
  const line = await desk.line('[y/N] ', signal);
  return /^y(es)?$/i.test(line?.trim() ?? '') ? 'yes' : 'no';
}
