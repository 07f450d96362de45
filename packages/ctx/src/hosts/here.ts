// Whether a host is on this machine: its folder is there, or its program is in the PATH.

import { delimiter, join } from 'node:path';
import { homeFolder } from '../disk/home-folder.js';
import { isWithinReach } from '../disk/is-there.js';
import type { HostPlaces } from './host.js';

/** The host's folder of a person's own settings. `variable` moves it. */
export function personalFolder({ env }: HostPlaces, variable: string, name: string): string {
  return env[variable] || join(homeFolder(env), name);
}

export function isOnMachine({ env }: HostPlaces, folder: string, program: string): boolean {
  return isWithinReach(folder) || isInPath(env, program);
}

export function isInPath(env: HostPlaces['env'], program: string): boolean {
  return (env['PATH'] ?? '').split(delimiter).some((place) => {
    return place !== '' && isWithinReach(join(place, program));
  });
}
