// How a person sees a session that a command runs: the flag, and what is loaded where somebody watches.

import type { Watcher, Watching } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import type { Screen } from '../cli/screen.js';

export const progressFlags = {
  progress: flag.choiceOr(
    'auto',
    'what to show on stderr while it runs: auto (a live view on a terminal, else plain), plain (one line per event), none',
    ['auto', 'plain', 'none'],
  ),
};

export async function watchedSession(screen: Screen, watching: Watching): Promise<Watcher> {
  return (await import('../view/watch-session.js')).watchSession(screen, watching);
}
