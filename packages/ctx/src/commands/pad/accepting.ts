// The flag and the services of every command that writes the pad.

import type { Services } from '../../cli/command.js';
import { flag, type Input } from '../../cli/inputs.js';
import type { ChangingServices } from '../../memory/pad/change.js';
import { gateOf } from '../trust-gate.js';

const accepts = 'accept-pad-config';

export const acceptFlag = {
  [accepts]: flag.switch('accept that the project’s config makes the pad plain, or lets others open it'),
} as const;

export function accepting(input: Pick<Input, 'flags'>, services: Services): Services & ChangingServices {
  return { ...services, trust: gateOf(accepts, true, input, services) };
}
