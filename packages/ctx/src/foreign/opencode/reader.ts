// A session of opencode, as `opencode export` prints it: its messages, each with all its parts.

import type { Finish, ModelPart, Usage } from '../../protocol/records.js';
import {
  countOf,
  listOf,
  type Members,
  membersOf,
  microusdOf,
  momentOf,
  shownText,
  textOf,
  wordOf,
} from '../fields.js';
import { callPart, reasoningPart, textPart } from '../parts.js';
import type { Facts, InLane, Told, TranscriptReader } from '../told.js';
import { usageOf } from '../usage.js';

export function opencodeReader(known: Facts = {}): TranscriptReader {
  const facts: Facts = { ...known };
  return {
    facts,
    take(value) {
      const line = membersOf(value);
      const head = membersOf(line['opencode']);
      if (typeof head['id'] !== 'string') return messageTold(line, facts);
      facts.session_id ??= wordOf(head['id']);
      facts.version ??= wordOf(head['version']);
      facts.cwd ??= wordOf(head['directory']);
      facts.parent_session ??= wordOf(head['parentID']);
      facts.began_at ??= momentOf(membersOf(head['time'])['created']);
      return [];
    },
    end: () => [],
    checked: () => [],
  };
}

function messageTold(message: Members, facts: Facts): InLane[] {
  const info = membersOf(message['info']);
  const parts = listOf(message['parts']).map(membersOf);
  const at = momentOf(membersOf(info['time'])['created']);
  if (info['role'] !== 'user' && info['role'] !== 'assistant')
    return [{ told: { tells: 'unknown', type: 'message' } }];
  const told = info['role'] === 'user' ? promptOf(parts, at) : assistantTold(info, parts, at, facts);
  return told.map((one) => ({ told: one }));
}

function promptOf(parts: readonly Members[], at: string | undefined): Told[] {
  if (parts.some(({ type }) => type === 'compaction')) return [{ tells: 'compaction', at }];
  const texts = parts.flatMap(({ type, text, synthetic, filename }) => {
    if (type === 'text' && synthetic !== true) return [textOf(text) ?? ''];
    return type === 'file' ? [`[${wordOf(filename) ?? 'file'}]`] : [];
  });
  return [{ tells: 'prompt', text: texts.join('\n'), at }];
}

function assistantTold(
  info: Members,
  parts: readonly Members[],
  at: string | undefined,
  facts: Facts,
): Told[] {
  const provider = wordOf(info['providerID']);
  const name = wordOf(info['modelID']);
  const model = name === undefined ? undefined : provider === undefined ? name : `${provider}/${name}`;
  facts.model ??= model;
  const error = membersOf(info['error']);
  const content = parts.flatMap(partOf);
  const told: Told[] = [];
  if (content.length > 0 || error['name'] === undefined)
    told.push({
      tells: 'answer',
      id: wordOf(info['id']),
      parts: content,
      finish: finishes.get(info['finish']),
      usage: usageIn(info['tokens']),
      cost_microusd: microusdOf(info['cost']),
      model,
      at,
    });
  told.push(...parts.flatMap(resultOf));
  if (error['name'] === 'MessageAbortedError') told.push({ tells: 'turn_end', how: 'cancelled', at });
  else if (typeof error['name'] === 'string') {
    const data = membersOf(error['data']);
    told.push({
      tells: 'failure',
      message: shownText(data['message'] ?? error['name']),
      status: countOf(data['statusCode']),
      at,
    });
  }
  return told;
}

const finishes = new Map<unknown, Finish>([
  ['stop', 'stop'],
  ['tool-calls', 'tool_calls'],
  ['length', 'length'],
  ['content-filter', 'content_filter'],
]);

function partOf(part: Members): ModelPart[] {
  const { type, text, callID, tool, state } = part;
  if (type === 'text') return [textPart(textOf(text) ?? '')];
  if (type === 'reasoning') return [reasoningPart(textOf(text) ?? '')];
  if (type === 'tool') return [callPart(textOf(callID) ?? '', textOf(tool) ?? '', membersOf(state)['input'])];
  return [];
}

function resultOf(part: Members): Told[] {
  if (part['type'] !== 'tool') return [];
  const { status, output, error, metadata, time } = membersOf(part['state']);
  if (status !== 'completed' && status !== 'error') return [];
  const failed = status === 'error';
  const exit = countOf(membersOf(metadata)['exit']);
  const said = shownText(failed ? error : output);
  const rule = failed ? denials.find(([words]) => said.startsWith(words))?.[1] : undefined;
  return [
    {
      tells: 'result',
      call_id: textOf(part['callID']) ?? '',
      output: said,
      is_error: failed || (exit ?? 0) !== 0,
      exit_code: exit,
      spawned: wordOf(membersOf(metadata)['sessionId']),
      at: momentOf(membersOf(time)['end']),
      ...(rule !== undefined && { denied: { rule, reason: said }, derived: ['rule'] }),
    },
  ];
}

/** opencode writes a denial as a failure, in words of its own. */
const denials = [
  ['The user rejected permission to use this specific tool call', 'user-rejected'],
  ['The user has specified a rule which prevents you from using this specific tool call', 'permission-rule'],
] as const;

function usageIn(tokens: unknown): Usage | undefined {
  const { input, output, reasoning, cache } = membersOf(tokens);
  const { read, write } = membersOf(cache);
  return usageOf(
    { input, output, cacheRead: read, cacheWritten: write },
    { input: [read, write], output: [reasoning] },
  );
}
