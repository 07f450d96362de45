// What a command of ours said, as an answer or a failure of our own.

import { fail } from '../../protocol/codes.js';
import type { Members } from '../../protocol/members.js';
import type { OwnCommand } from './own-command.js';

/** The failure of a command is told in its own words. */
export function passedOn({ data, error }: OwnCommand): Members {
  if (data !== undefined) return data;
  const { code, message, hint, operation, target } = error ?? {};
  throw fail('command_failed', {
    operation: String(operation),
    target: String(target),
    said: String(message),
    said_code: String(code),
    said_hint: typeof hint === 'string' ? hint : undefined,
  });
}
