// How full the file system of a folder is, as its user can use it.

import { statfsSync } from 'node:fs';
import { fail } from '../protocol/codes.js';
import { type Level, levelOf, thresholds } from './thresholds.js';

export interface DiskSpace {
  readonly path: string;
  readonly total_bytes: number;
  readonly available_bytes: number;
  readonly used_percent: number;
  readonly level: Level;
}

export function diskSpace(path: string): DiskSpace {
  const { bsize, blocks, bfree, bavail } = stat(path);
  // As `df` counts: blocks kept for root are neither used nor available.
  const used = blocks - bfree;
  const usable = used + bavail;
  const percent = usable === 0 ? 0 : Math.round((used / usable) * 1000) / 10;
  return {
    path,
    total_bytes: blocks * bsize,
    available_bytes: bavail * bsize,
    used_percent: percent,
    level: levelOf(percent, thresholds.disk),
  };
}

function stat(path: string) {
  try {
    return statfsSync(path);
  } catch (cause) {
    throw fail('file_unreadable', {
      operation: 'statfs',
      target: path,
      reason: 'its file system did not answer',
      cause,
    });
  }
}
