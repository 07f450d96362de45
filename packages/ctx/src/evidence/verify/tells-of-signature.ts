// Whether a report was made of a session that was signed then: its pages say so.

import { join } from 'node:path';
import { metaOf } from '../report/page.js';
import { evidenceAt } from './evidence-at.js';
import { bytesOf, entriesOf } from './folder-files.js';

/** `path` is a folder or a page. */
export function tellsOfSignature(path: string): boolean {
  const page = evidenceAt(path) === 'folder' ? firstPage(path) : path;
  const bytes = page === undefined ? undefined : bytesOf(page);
  return bytes !== undefined && metaOf(bytes, 'signature').length > 0;
}

function firstPage(folder: string): string | undefined {
  const page = entriesOf(folder).find(({ name }) => name.endsWith('.html'));
  return page === undefined ? undefined : join(folder, page.name);
}
