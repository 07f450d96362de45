// What stands in the way of a teleport. All of it is said before anything moves.

import { listOf, membersOf } from '../acp/fields.js';
import { type Obstacle, obstacleCodes } from '../protocol/code-facts.js';

export type { Obstacle };

const mostNamed = 5;

export function obstacle(code: Obstacle['code'], about: readonly string[] = [], reason?: string): Obstacle {
  return {
    code,
    about: about.slice(0, mostNamed),
    ...(about.length > mostNamed && { more: about.length - mostNamed }),
    ...(reason !== undefined && { reason }),
  };
}

/** What the other side says, as far as it makes sense. */
export function obstaclesFrom(given: unknown): Obstacle[] {
  return listOf(given).map((one) => {
    const { code, about, more, reason } = membersOf(one);
    const known = obstacleCodes.find((each) => each === code);
    // One that we do not know is one all the same.
    if (known === undefined) return obstacle('target_unusable', [], String(code).slice(0, 100));
    return {
      code: known,
      about: listOf(about)
        .filter((text) => typeof text === 'string')
        .slice(0, mostNamed)
        .map((text) => text.slice(0, 300)),
      ...(typeof more === 'number' && { more }),
      ...(typeof reason === 'string' && { reason: reason.slice(0, 500) }),
    };
  });
}
