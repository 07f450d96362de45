// Chat Completions as servers really stream it: some never say why an answer ended, and only that it did.

import { isMembers } from '../../../protocol/members.js';
import { fittingJson } from '../../../protocol/parsed-json.js';
import { done, type Rewrite } from './event-stream.js';
import { answeredInFormat } from './other-format.js';

const ended = JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });

export function chatEvents(): Rewrite {
  let said = false;
  let finished = false;
  return (data) => {
    if (data === done) return said && !finished ? [ended, data] : [data];
    const event = fittingJson(data, isMembers);
    const type = event?.['type'];
    if (typeof type === 'string' && type.startsWith('response.'))
      throw answeredInFormat('Responses', 'Chat Completions');
    const [choice] = Array.isArray(event?.['choices']) ? event['choices'] : [];
    if (isMembers(choice)) {
      if (typeof choice['finish_reason'] === 'string') finished = true;
      if (isMembers(choice['delta']) && saysSomething(choice['delta'])) said = true;
    }
    return [data];
  };
}

function saysSomething({ content, tool_calls }: Readonly<Record<string, unknown>>): boolean {
  return (typeof content === 'string' && content !== '') || Array.isArray(tool_calls);
}
