// argv in, exit code out; nothing else. Hosts start `ctx hook` for every event, so that has a short way of its own.

import manifest from '../package.json' with { type: 'json' };
import { runProcess } from './cli/process-host.js';
import { commands } from './commands/index.js';

const [first, ...rest] = process.argv.slice(2);

if (first === 'hook' && !rest.some((word) => /^(-h|--help|--output-format|--envelope-version)/.test(word))) {
  import('./commands/hook-process.js').then(({ runHookProcess }) => runHookProcess(rest));
} else {
  runProcess({
    name: 'ctx',
    version: manifest.version,
    commands,
    words: async () => (await import('./cli/words.js')).words,
    shippedFolder: import.meta.dirname,
  });
}
