// What a command would see at a path, without starting anything.

import { resolve } from 'node:path';
import { realPlace } from '../disk/real-place.js';
import { planSandbox, type SandboxPlace } from './plan.js';
import type { SandboxRules } from './rules.js';
import { listeningSockets } from './sockets.js';
import { type Sight, shownFolders, sightAt, viewOf } from './view.js';

/** In the place of folders that only a session has. */
const none = { top: '', home: '', tmp: '', mask: '', remove: async () => {} };

export interface Explained {
  /** With links followed, as far as it is there. */
  readonly path: string;
  readonly sight: Sight | 'absent';
}

export function explainPath(rules: SandboxRules, place: SandboxPlace, path: string): Explained {
  const plan = planSandbox(rules, place, none);
  const view = viewOf(plan, plan.hidden.find(), listeningSockets(shownFolders(plan)));
  const real = realPlace(resolve(place.workspace, path));
  return { path: real, sight: sightAt(plan, view, real) };
}
