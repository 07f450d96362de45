// Which checks belong to an event. What a session needs once is not loaded with every prompt and every tool.

import type { EventKind } from '../protocol/host-event.js';
import type { Check } from './check.js';
import { promptAndToolChecks } from './prompt-and-tool-checks.js';

export async function checksFor(kind: EventKind): Promise<readonly Check[]> {
  if (kind === 'prompt' || kind === 'before-tool' || kind === 'after-tool') return promptAndToolChecks;
  return (await import('./session-checks.js')).sessionChecks;
}
