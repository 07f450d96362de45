// Whether one path lies below another, by their names alone.

import { sep } from 'node:path';

export function isWithin(folder: string, path: string): boolean {
  return path === folder || isBelow(folder, path);
}

export function isBelow(folder: string, path: string): boolean {
  return path !== folder && path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The folders between `top` and what stands below it, the outermost first. */
export function foldersBetween(top: string, path: string): string[] {
  const parts = path.slice(top.length).split(sep).filter(Boolean).slice(0, -1);
  return parts.map((_, index) => [top, ...parts.slice(0, index + 1)].join(sep));
}
