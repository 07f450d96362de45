// Where a path leads when something is written there: through every link, also one whose target is not there yet.

import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';

/** As the kernel has it; more links than that are a loop. */
const mostLinks = 40;

/**
 * The places that a path of somebody else's may mean, without links in them: `link/../file` is one to the kernel, and
 * another to a program that tidies its paths first. Throws for a loop, for what may not be looked at, and for links of
 * `/proc`, which lead each process somewhere else.
 */
export function whereItLeads(folder: string, path: string): string[] {
  const whole = isAbsolute(path) ? path : `${folder}${sep}${path}`;
  if (isReal(whole)) return [whole];
  return [...new Set([followed(whole), followed(resolve(whole))])];
}

/** A path that is there, and that no link stands on: one question to the system, and nearly always all there is to know. */
export function isReal(path: string): boolean {
  try {
    return realpathSync.native(path) === path;
  } catch {
    return false;
  }
}

function followed(path: string): string {
  const { root } = parse(path);
  let links = 0;
  let reached = root;
  let left = partsOf(path);
  for (let part = left.shift(); part !== undefined; part = left.shift()) {
    const next = part === '..' ? dirname(reached) : join(reached, part);
    if (lstatSync(next, { throwIfNoEntry: false })?.isSymbolicLink() !== true) {
      reached = next;
      continue;
    }
    if (next.startsWith('/proc/')) throw new RangeError(`${next} leads each process somewhere else`);
    links += 1;
    if (links > mostLinks) throw new RangeError(`${path} leads through more than ${mostLinks} links`);
    const target = readlinkSync(next);
    left = [...partsOf(target), ...left];
    if (isAbsolute(target)) reached = root;
  }
  return reached;
}

function partsOf(path: string): string[] {
  return path.split(sep).filter((part) => part !== '' && part !== '.');
}
