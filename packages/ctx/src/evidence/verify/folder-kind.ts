// What a folder of evidence is, by the names that ctx gives its files and by how they begin.

import { join } from 'node:path';
import { fleetEnding } from '../../store/fleets-folder.js';
import { indexName, metaOf, overviewSchema } from '../report/page.js';
import { looksLikeExport } from './check-export.js';
import { bytesOf, entriesOf } from './folder-files.js';
import { type LooseKind, looseKindOf, looseKinds } from './loose-kind.js';

export function folderKind(folder: string): 'export' | 'report' | 'reports' | 'fleet' | LooseKind {
  const names = entriesOf(folder).map(({ name }) => name);
  const loose = looseKinds.find((kind) => names.some((name) => looseKindOf(name) === kind));
  if (names.some((name) => name.endsWith(fleetEnding))) return 'fleet';
  if (looksLikeExport(names)) return 'export';
  if (loose !== undefined) return loose;
  if (!names.includes(indexName)) return names.some((name) => name.endsWith('.html')) ? 'report' : 'export';
  return isOverview(join(folder, indexName)) ? 'reports' : 'report';
}

/** Whether anything in it is called as ctx calls the files of a report or an export, or it is empty: then it may have been one. */
export function mayBeEvidence(folder: string): boolean {
  const names = entriesOf(folder).map(({ name }) => name);
  if (names.length === 0 || folderKind(folder) !== 'export' || looksLikeExport(names)) return true;
  return looseKinds.some((kind) => names.some((name) => looseKindOf(name) === kind));
}

function isOverview(index: string): boolean {
  const bytes = bytesOf(index);
  return bytes !== undefined && metaOf(bytes, 'report')[0] === overviewSchema;
}
