// What changes in a folder, told as it happens. Where the system does not tell (a network's file system, no watches left), or the folder is not
// there yet, it is looked at once a second.

import { type FSWatcher, statSync, watch } from 'node:fs';

export interface WatchedFolder {
  close(): void;
}

/** How the system is asked; tests ask one that does not tell. */
export type Watch = (folder: string, changed: (name: string | null) => void) => FSWatcher;

export const lookMs = 1000;

const systemWatch: Watch = (folder, changed) =>
  watch(folder, { persistent: false }, (_kind, name) => changed(name));

/** `changed` gets the name of what changed, or nothing where anything may have. */
export function watchFolder(
  folder: string,
  changed: (name: string | undefined) => void,
  system: Watch = systemWatch,
  /** Whether a look is told only where names came or went, or files were replaced. */
  onlyNames = false,
): WatchedFolder {
  let watcher: FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  let seen = stampOf(folder);

  function begin(): void {
    if (stampOf(folder) === undefined) {
      wait(lookMs);
      return;
    }
    try {
      watcher = system(folder, (name) => {
        // A folder that is removed and made again is another one: the watch of the old one tells nothing of it.
        if (stampOf(folder) === undefined) restart();
        tell(name ?? undefined);
      });
      watcher.on('error', restart);
    } catch {
      wait(lookMs);
    }
  }
  /** What goes wrong meanwhile ends nothing: the folder is looked at again. */
  function tell(name: string | undefined): void {
    try {
      changed(name);
    } catch {
      restart();
    }
  }
  function restart(): void {
    watcher?.close();
    watcher = undefined;
    seen = undefined;
    wait(lookMs);
  }
  /** Until the system tells of it; where it never does, for good. */
  function look(): void {
    const began = performance.now();
    const now = stampOf(folder);
    const isNew = seen === undefined && now !== undefined;
    const isSame = seen === now;
    seen = now;
    timer = undefined;
    if (isNew) begin();
    if (now !== undefined && !(onlyNames && isSame)) tell(undefined);
    // A folder of many files takes long to look at: it is looked at less often.
    if (watcher === undefined) wait(Math.max(lookMs, 20 * (performance.now() - began)));
  }
  function wait(milliseconds: number): void {
    timer ??= setTimeout(look, milliseconds).unref();
  }

  begin();
  return {
    close() {
      watcher?.close();
      clearTimeout(timer);
    },
  };
}

/** Nothing where there is no such folder, or nobody may look. */
function stampOf(folder: string): number | undefined {
  try {
    const entry = statSync(folder, { throwIfNoEntry: false });
    return entry?.isDirectory() ? entry.mtimeMs : undefined;
  } catch {
    return undefined;
  }
}
