// Whether `npm ci` can install from package-lock.json, here and on other platforms.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingEntries } from './lock/missing-entries.js';

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'));
const missing = missingEntries(lock);
if (missing.length > 0) {
  for (const line of missing) console.error(line);
  console.error(
    `package-lock.json lacks ${missing.length} optional packages, so \`npm ci\` fails. Choose versions whose platform ` +
      'packages the registry has, and write the lock again: rm -r node_modules package-lock.json && npm install',
  );
  process.exit(1);
}
console.log('every optional dependency has its entry');
