// What both programs say that they are: it is named in package.json alone.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8');

export const programVersion: string = JSON.parse(manifest).version;
