// A chat of Gemini CLI: a message is written again when its calls are done, and the last line of an id counts.

import type { ModelPart, Usage } from '../../protocol/records.js';
import { countOf, listOf, type Members, membersOf, momentOf, shownText, textOf, wordOf } from '../fields.js';
import { callPart, reasoningPart, textPart } from '../parts.js';
import type { Facts, InLane, Result, Told, TranscriptReader } from '../told.js';
import { usageOf } from '../usage.js';

export function geminiReader(known: Facts = {}): TranscriptReader {
  const facts: Facts = { ...known };
  /** The last message, until the next one shows that it is not written again. */
  let held: { readonly message: Members; readonly start: number | undefined } | undefined;

  function release(): InLane[] {
    if (held === undefined) return [];
    const { message, start } = held;
    held = undefined;
    return answerOf(message, facts).map((told) => ({ told, start }));
  }

  function message(line: Members, start: number | undefined): readonly InLane[] {
    const type = textOf(line['type']) ?? '';
    if (type === 'gemini') {
      facts.model ??= wordOf(line['model']);
      const isAgain = held?.message['id'] === line['id'];
      const before = isAgain ? [] : release();
      // Nothing of a message is lost before the line that it is told by.
      held = { message: line, start: isAgain ? held?.start : start };
      // What is done is told at once: only calls without a result are written again.
      return isDone(line) ? [...before, ...release()] : before;
    }
    const before = release();
    if (type === 'user') return [...before, ...told(...promptOf(line))];
    if (type === 'error') {
      const failure = textIn(line['content']);
      return [...before, ...told({ tells: 'failure', message: failure, at: momentOf(line['timestamp']) })];
    }
    if (type === 'info' || type === 'warning') return before;
    return [...before, ...told({ tells: 'unknown', type: `message ${type}` })];
  }

  function toldBy(line: Members, start: number | undefined): readonly InLane[] {
    if (typeof line['sessionId'] === 'string' && line['type'] === undefined) {
      facts.session_id ??= wordOf(line['sessionId']);
      facts.began_at ??= momentOf(line['startTime']);
      if (line['kind'] === 'subagent') facts.subagent = true;
      return [];
    }
    if ('$set' in line) {
      // The first one holds what the host tells the model; later ones only change times and titles.
      const messages = listOf(membersOf(line['$set'])['messages']).map(membersOf);
      const isReplaced = messages.some(({ type }) => type === 'gemini');
      return isReplaced
        ? [
            ...release(),
            ...told({
              tells: 'note',
              code: 'history_replaced',
              says: 'Gemini CLI replaced its history; the earlier history is recorded here',
            }),
          ]
        : [];
    }
    if ('$rewindTo' in line)
      return [
        ...release(),
        ...told({
          tells: 'note',
          code: 'rewound',
          says: `Gemini CLI went back to ${shownText(line['$rewindTo']).slice(0, 100)}; what came after it is recorded here`,
        }),
      ];
    if (typeof line['id'] === 'string') return message(line, start);
    return [...release(), ...told({ tells: 'unknown', type: Object.keys(line)[0] ?? '' })];
  }

  return {
    facts,
    take: (value, start) => toldBy(membersOf(value), start),
    end: release,
    checked: () => [],
  };
}

function told(...all: readonly Told[]): InLane[] {
  return all.map((one) => ({ told: one }));
}

/** A message without calls is written again, with the calls, when they are done; one with text alone is not. */
function isDone(line: Members): boolean {
  const calls = listOf(line['toolCalls']);
  if (calls.length === 0) return textIn(line['content']) !== '';
  return calls.every((call) => ended.has(membersOf(call)['status']));
}

const ended: ReadonlySet<unknown> = new Set(['success', 'error', 'cancelled']);

function promptOf(line: Members): Told[] {
  const parts = listOf(line['content']);
  if (parts.length > 0 && parts.every((part) => 'functionResponse' in membersOf(part))) return [];
  const text = textIn(line['displayContent']) || textIn(line['content']);
  if (text.startsWith('<session_context>')) return [];
  return [{ tells: 'prompt', text, at: momentOf(line['timestamp']) }];
}

function answerOf(line: Members, facts: Facts): Told[] {
  const at = momentOf(line['timestamp']);
  const text = textIn(line['content']);
  const calls = listOf(line['toolCalls']).map(membersOf);
  const thoughts = listOf(line['thoughts']).map((one) => {
    const { subject, description } = membersOf(one);
    return reasoningPart(
      [textOf(subject), textOf(description)].filter((word) => word !== undefined).join(': '),
    );
  });
  const parts: ModelPart[] = [
    ...thoughts,
    ...(text === '' ? [] : [textPart(text)]),
    ...calls.map(({ id, name, args }) => callPart(textOf(id) ?? '', textOf(name) ?? '', args)),
  ];
  const model = wordOf(line['model']) ?? facts.model;
  const piece: Told = {
    tells: 'answer',
    id: wordOf(line['id']),
    parts,
    usage: usageIn(line['tokens']),
    model,
    at,
  };
  return [piece, ...calls.flatMap((call) => resultOf(call))];
}

function resultOf(call: Members): Result[] {
  const { id, status, result, resultDisplay, timestamp } = call;
  if (!ended.has(status)) return [];
  const response = membersOf(membersOf(membersOf(listOf(result)[0])['functionResponse'])['response']);
  const error = textOf(response['error']);
  const output =
    error ??
    textOf(response['output']) ??
    shownText(Object.keys(response).length > 0 ? response : resultDisplay);
  const isDenied =
    error?.startsWith('Tool execution blocked') === true || error?.includes('denied by policy') === true;
  const exit = countOf(Number(/^Exit Code: (\d{1,3})$/m.exec(output)?.[1]));
  return [
    {
      tells: 'result',
      call_id: textOf(id) ?? '',
      output,
      is_error: status !== 'success' || (exit ?? 0) !== 0,
      exit_code: isDenied ? undefined : exit,
      denied: isDenied ? { rule: 'blocked', reason: output } : undefined,
      interrupted: status === 'cancelled' ? true : undefined,
      spawned: wordOf(call['agentId']),
      derived: [...(exit === undefined || isDenied ? [] : ['exit_code']), ...(isDenied ? ['rule'] : [])],
      at: momentOf(timestamp),
    },
  ];
}

function usageIn(tokens: unknown): Usage | undefined {
  const { input, output, cached, tool, thoughts } = membersOf(tokens);
  return usageOf({ input, output, cacheRead: cached }, { input: [tool], output: [thoughts] });
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => {
      const fields = membersOf(part);
      return (
        textOf(fields['text']) ?? (Object.keys(fields).length === 0 ? '' : `[${Object.keys(fields)[0]}]`)
      );
    })
    .filter((text) => text !== '')
    .join('\n');
}
