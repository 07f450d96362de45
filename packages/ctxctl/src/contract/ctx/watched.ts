// Where ctx, npm or a host could write in somebody's real home, and the checkout itself.

import { basename, join } from 'node:path';
import type { WatchedPlace } from '../clean-host/observed.js';

/** Settings and data: any change is a fault. */
const strict = [
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.claude/skills',
  '.claude/commands',
  '.claude/agents',
  '.codex/hooks.json',
  '.codex/config.toml',
  '.codex/prompts',
  '.gemini/settings.json',
  '.cursor/hooks.json',
  '.mcp.json',
  '.agents',
  '.context',
  '.config/ctx',
  '.local/share/ctx',
  '.local/state/ctx',
  '.cache/ctx',
  'AppData/Roaming/ctx',
  'AppData/Local/ctx',
  '.npmrc',
];

/** What a host that the user has open writes to all the time; a leak of ours carries the temporary root's name. */
const busy = ['.claude/projects', '.claude/todos', '.codex/sessions', '.codex/log'];

/** What tools of the developer write to in a checkout while they work. */
const ownBusiness = ['.git', 'node_modules', 'coverage', '.context', 'dist'];

export function checkoutPlace(checkout: string): WatchedPlace {
  return { path: checkout, except: ownBusiness };
}

export function placesInHome(home: string, root: string): WatchedPlace[] {
  return [
    ...strict.map((name) => ({ path: join(home, name) })),
    ...busy.map((name) => ({ path: join(home, name), onlyNaming: basename(root) })),
  ];
}
