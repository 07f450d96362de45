// Hooks as Claude Code keeps them, and the hosts that took that over: groups of handlers below each event.

import type { SettingsForm } from './host.js';

/** `timeout` in the host's own unit. A hook takes a twentieth of a second; ten are for a machine on its knees. */
export function groupedForm(timeout: number): SettingsForm {
  return {
    kind: 'settings',
    start: '{}\n',
    grouped: true,
    commandIn: 'command',
    handler: (command) => ({ type: 'command', command, timeout }),
  };
}
