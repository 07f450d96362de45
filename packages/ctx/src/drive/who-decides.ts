// Who decides on the calls of a host in a run: ctx, because the host asks or because our hook is told, or nobody.

import type { DrivenAgent } from './agent-port.js';
import type { DrivableHost } from './drivable-host.js';

/** Who decides on the calls of a host, with our hook or without. */
export function enforcementOf(
  { enforcement, hook, beyondHook = [] }: Pick<DrivableHost, 'enforcement' | 'hook' | 'beyondHook'>,
  { isHooked, strict }: { readonly isHooked: boolean; readonly strict: boolean },
): DrivenAgent['enforcement'] {
  const offered = enforcement.filter(({ tool }) => !(strict && beyondHook.includes(tool)));
  if (!isHooked || hook === undefined) return offered;
  return offered.map(({ tool, by }) => {
    const isTold = by === 'none' ? !beyondHook.includes(tool) : hook.first?.includes(tool) === true;
    return { tool, by: isTold ? 'hook' : by };
  });
}
