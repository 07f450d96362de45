// Says that a fleet changed: by what the system tells of their folders, and not more often than a page can show it.

import { type Watch, type WatchedFolder, watchFolder } from './watch-folder.js';

const restMs = 500;

export function watchFleets(
  folders: readonly string[],
  changed: () => void,
  watch?: Watch | undefined,
): WatchedFolder {
  let timer: NodeJS.Timeout | undefined;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      changed();
    }, restMs).unref();
  };
  const watched = folders.map((folder) => watchFolder(folder, soon, watch, true));
  return {
    close() {
      clearTimeout(timer);
      for (const each of watched) each.close();
    },
  };
}
