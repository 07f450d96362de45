// `npm run address -- OWNER/NAME`: says where on GitHub this repository is. A release does it itself, so that what is published
// leads to the repository that it came from.

import { join } from 'node:path';
import { writeAddress } from './generate/manifests.js';

const [name = '', ...more] = process.argv.slice(2);
try {
  if (more.length > 0) throw new TypeError(`one repository, not ${more.length + 1}`);
  writeAddress(join(import.meta.dirname, '..'), name);
  console.log(`package.json and both packages name github.com/${name}`);
} catch (error) {
  console.error(`npm run address -- OWNER/NAME: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
