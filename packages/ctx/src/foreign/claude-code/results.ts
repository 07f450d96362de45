// The results in a user line: one a call, with what Claude Code says of permissions beside it.

import { countOf, listOf, type Members, membersOf, textOf, wordOf } from '../fields.js';
import type { Result } from '../told.js';

export function resultsIn(line: Members, at: string | undefined): Result[] {
  const blocks = listOf(membersOf(line['message'])['content']).filter(
    (block) => membersOf(block)['type'] === 'tool_result',
  );
  const structured = membersOf(line['toolUseResult']);
  return blocks.flatMap((block): Result[] => {
    const { tool_use_id, content, is_error } = membersOf(block);
    if (typeof tool_use_id !== 'string') return [];
    const output = outputOf(content);
    const failed = is_error === true;
    const denial = denialOf(line, output, failed);
    const exit = failed ? countOf(Number(/^Exit code (\d{1,3})\b/.exec(output)?.[1])) : undefined;
    return [
      {
        tells: 'result',
        call_id: tool_use_id,
        output,
        is_error: failed,
        exit_code: exit,
        denied: denial?.denied,
        interrupted: structured['interrupted'] === true ? true : undefined,
        spawned: blocks.length === 1 ? wordOf(structured['agentId']) : undefined,
        derived: [...(exit === undefined ? [] : ['exit_code']), ...(denial?.derived ?? [])],
        at,
      },
    ];
  });
}

function outputOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((block) => {
      const { type, text, source } = membersOf(block);
      if (type === 'text') return textOf(text) ?? '';
      return `[${wordOf(membersOf(source)['media_type']) ?? wordOf(type) ?? 'something'}]`;
    })
    .join('\n');
}

interface Denial {
  readonly denied: NonNullable<Result['denied']>;
  readonly derived: readonly string[];
}

/** Newer versions say who rejected a call and why; of older ones only the words of the result tell. */
function denialOf(line: Members, output: string, failed: boolean): Denial | undefined {
  const decision = membersOf(line['permissionDecision']);
  const kind = wordOf(line['toolDenialKind']);
  if (decision['decision'] === 'reject' || kind !== undefined) {
    const rule = wordOf(decision['reasonCode']) ?? kind ?? wordOf(decision['source']) ?? 'permission';
    return { denied: { rule, reason: output }, derived: [] };
  }
  if (decision['decision'] !== undefined || !failed || !denials.some((words) => output.startsWith(words)))
    return undefined;
  return { denied: { rule: 'permission', reason: output }, derived: ['rule'] };
}

const denials = [
  'Permission to use ',
  'The user doesn’t want to ',
  "The user doesn't want to ",
  'Claude requested permissions to ',
  'PreToolUse:',
];
