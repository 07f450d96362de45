// argv in, exit code out; nothing else.

import { runProcess } from '../../ctx/src/kit/program.js';
import manifest from '../package.json' with { type: 'json' };
import { commands } from './commands/index.js';

runProcess({
  name: 'ctxctl',
  version: manifest.version,
  commands,
  words: async () => (await import('./words.js')).words,
  shippedFolder: import.meta.dirname,
  bare: () => ['help'],
});
