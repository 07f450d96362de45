// Codes of sessions that move from one machine to another, and of links that open them.

import type { Obstacle } from '../code-facts.js';
import { code } from '../failure.js';

export const teleportCodes = () => ({
  /** What stands in the way; nothing was moved. */
  teleport_obstructed: code<{ obstacles: readonly Obstacle[] }>('runtime'),
  /** The other side says no; `reason` is its own sentence. */
  teleport_refused: code<{ reason: string }>('runtime'),
  teleport_interrupted: code('runtime', { retryable: true }),
  /** It was given away, and the workspace is not the one any more that was to go with it. */
  teleport_changed: code('session'),
  /** The other side was told to forget it. */
  teleport_cancelled: code('session'),
  /** It has gone, so it cannot be called off. */
  teleport_arrived: code<{ peer: string }>('session'),
  teleport_not_moved: code('usage'),
  /** It is said to be gone, and answers. */
  teleport_target_answers: code<{ peer: string }>('usage'),
  /** Taking a session back without the other side's word needs a person's. */
  teleport_unattended: code<{ peer: string }>('usage'),
  teleport_declined: code<{ peer: string }>('usage'),
  /** Nobody here remembers where it went. */
  teleport_way_unknown: code<{ peer: string }>('session'),
  /** The other side says that it has the session, and does not show it. */
  teleport_unproven: code('session'),
  teleport_other_agent: code<{ agent: string }>('usage'),
  teleport_git: code<{ reason: string }>('runtime'),
  teleport_unsupported: code<{ version: string }>('runtime'),
  teleport_target_invalid: code('parse'),

  link_invalid: code<{ reason: string }>('parse'),
  link_unattended: code('usage'),
  link_declined: code('usage'),
  link_project_unknown: code('usage'),
  no_desktop: code('runtime'),
});
