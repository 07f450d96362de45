// The PATH for what ctx starts in a stranger's project: without the folders of the project, which could hold a program of any name.

import { delimiter, isAbsolute } from 'node:path';
import { isInside } from '../disk/inside.js';
import { isWithinReach } from '../disk/is-there.js';
import type { HostPlaces } from './host.js';

export function ownPath({ root, env }: HostPlaces): string {
  const folders = (env['PATH'] ?? '').split(delimiter);
  // In a folder that we may not look into there is no program that we could start.
  const isOwn = (folder: string) =>
    isAbsolute(folder) && folder !== root && isWithinReach(folder) && !isInside(root, folder);
  return folders.filter(isOwn).join(delimiter);
}
