// Which checks belong to an event. What another event needs is not loaded with it.

import type { EventKind } from '../protocol/host-event.js';
import type { Check } from './check.js';

export async function checksFor(kind: EventKind): Promise<readonly Check[]> {
  switch (kind) {
    case 'prompt':
      return (await import('./prompt-checks.js')).promptChecks;
    case 'before-tool':
    case 'after-tool':
      return (await import('./tool-checks.js')).toolChecks;
    case 'session-start':
    case 'stop':
    case 'session-end':
      return (await import('./session-checks.js')).sessionChecks;
  }
}
