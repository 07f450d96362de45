// Completion scripts for shells, from the table's JSON. They hold the table's words themselves; names that only the
// program knows (sessions, models) are asked of it when somebody presses Tab there.

import { bashScript } from './completion/bash.js';
import { fishScript } from './completion/fish.js';
import { zshScript } from './completion/zsh.js';
import type { CommandTable } from './table.js';

export const shells = ['bash', 'zsh', 'fish'] as const;

export function completionScript(shell: (typeof shells)[number], table: CommandTable): string {
  switch (shell) {
    case 'bash':
      return bashScript(table);
    case 'zsh':
      return zshScript(table);
    case 'fish':
      return fishScript(table);
  }
}
