// The prompt in the event that a host hands over on stdin, where there is one.

import { fieldsOf, textOf } from '../../../../ctx/src/hosts/fields.js';
import { readHookInput } from '../../../../ctx/src/hosts/hook-input.js';

export function promptOnStdin(): string {
  const input = readHookInput();
  return textOf(fieldsOf(input.state === 'read' ? input.value : undefined)['prompt']) ?? '';
}
