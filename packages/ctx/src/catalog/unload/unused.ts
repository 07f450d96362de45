// What is installed, held against what the last sessions used.

import type { Installed } from '../installed.js';
import type { Cost } from '../reasons.js';
import { installedCost } from './cost.js';
import type { MeasuredServer } from './measured-servers.js';
import type { ReadDeeds } from './read-deeds.js';
import { isUse } from './uses.js';

export interface Judged {
  readonly item: Installed;
  readonly isUsed: boolean;
  /** How many sessions were looked at for it. */
  readonly sessions: number;
  readonly cost: Cost;
}

/** `sessionsFor` gives the sessions that could have used something: those of the project, or all of the user's. */
export function judgeInstalled(
  installed: readonly Installed[],
  sessionsFor: (item: Installed) => readonly ReadDeeds[],
  measured: readonly MeasuredServer[],
): Judged[] {
  return installed.map((item) => {
    const sessions = sessionsFor(item);
    const servers = new Map(sessions.flatMap(({ servers: own }) => [...own]));
    return {
      item,
      isUsed: sessions.some(({ deeds }) => deeds.some((deed) => isUse(item, deed))),
      sessions: sessions.length,
      cost: installedCost(item, servers, measured),
    };
  });
}
