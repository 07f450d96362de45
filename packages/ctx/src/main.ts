// argv in, exit code out; nothing else. The built program answers `ctx hook` before it comes here: see scripts/build.

import manifest from '../package.json' with { type: 'json' };
import { runProcess } from './cli/process-host.js';
import { commands } from './commands/index.js';

runProcess({
  name: 'ctx',
  version: manifest.version,
  commands,
  words: async () => (await import('./cli/words.js')).words,
  shippedFolder: import.meta.dirname,
});
