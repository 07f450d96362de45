// All that is below a folder and is no folder itself. A link is listed, and never followed.

import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
