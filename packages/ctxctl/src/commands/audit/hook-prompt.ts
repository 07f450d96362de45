// The prompt in the event that a host hands over on stdin, where there is one.

import { fieldsOf, promptOf, readHookInput } from '../../../../ctx/src/kit/hosts.js';

export function promptOnStdin(): string {
  const input = readHookInput();
  return promptOf(fieldsOf(input.state === 'read' ? input.value : undefined));
}
