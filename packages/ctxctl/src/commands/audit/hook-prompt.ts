// The prompt in the event that a host hands over on stdin, where there is one.

import { membersOf, promptOf, readHookInput } from '../../../../ctx/src/kit/hosts.js';

export function promptOnStdin(): string {
  const input = readHookInput();
  return promptOf(membersOf(input.state === 'read' ? input.value : undefined));
}
