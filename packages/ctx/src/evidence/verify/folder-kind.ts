// What a folder of evidence is, by the names that ctx gives its files and by how they begin.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFailure } from '../../disk/system-errors.js';
import { fleetEnding } from '../../store/fleets-folder.js';
import { metaOf, overviewSchema } from '../report/page.js';
import { looksLikeExport } from './check-export.js';
import { bytesOf } from './folder-files.js';
import { type LooseKind, looseKindOf, looseKinds } from './loose-kind.js';

export function folderKind(folder: string): 'export' | 'report' | 'reports' | 'fleet' | LooseKind {
  const names = namesIn(folder);
  const loose = looseKinds.find((kind) => names.some((name) => looseKindOf(name) === kind));
  if (names.some((name) => name.endsWith(fleetEnding))) return 'fleet';
  if (looksLikeExport(names)) return 'export';
  if (loose !== undefined) return loose;
  if (!names.includes('index.html'))
    return names.some((name) => name.endsWith('.html')) ? 'report' : 'export';
  return isOverview(join(folder, 'index.html')) ? 'reports' : 'report';
}

function isOverview(index: string): boolean {
  const bytes = bytesOf(index);
  return bytes !== undefined && metaOf(bytes, 'report')[0] === overviewSchema;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw readFailure(error, folder);
  }
}
