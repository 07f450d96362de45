// Whether a report was made of a session that was signed then: its pages say so.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readFailure } from '../../disk/system-errors.js';
import { metaOf } from '../report/page.js';
import { bytesOf } from './folder-files.js';

/** `path` is a folder or a page. */
export function tellsOfSignature(path: string): boolean {
  const page = statSync(path).isDirectory() ? firstPage(path) : path;
  const bytes = page === undefined ? undefined : bytesOf(page);
  return bytes !== undefined && metaOf(bytes, 'signature').length > 0;
}

function firstPage(folder: string): string | undefined {
  try {
    const name = readdirSync(folder).find((each) => each.endsWith('.html'));
    return name === undefined ? undefined : join(folder, name);
  } catch (error) {
    throw readFailure(error, folder);
  }
}
