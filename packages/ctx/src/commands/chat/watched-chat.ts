// What a person sees of a conversation. What draws a run is loaded with the first one: the first prompt waits for nothing.

import type { Watcher, Watching } from '../../cli/command.js';
import type { Screen } from '../../cli/screen.js';
import { watchedSession } from '../session-progress.js';

export function watchedChat(screen: Screen, watching: Watching): Watcher {
  const waiting: object[] = [];
  let watcher: Watcher | undefined;
  let isLoading = false;

  async function load(): Promise<void> {
    isLoading = true;
    watcher = await watchedSession(screen, watching);
    for (const event of waiting.splice(0)) watcher.take(event);
  }

  return {
    showsText: true,
    take(event) {
      // What they typed themselves is on the screen already.
      if ('type' in event && event.type === 'turn.opened') return;
      if (watcher !== undefined) watcher.take(event);
      else if (!isLoading && 'text' in event && 'note' in event) screen.write(String(event.text));
      else {
        waiting.push(event);
        if (!isLoading) void load();
      }
    },
    end: () => watcher?.end(),
  };
}
