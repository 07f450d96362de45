// `ctx-hook HOST EVENT`, which hosts start for every event: a program of its own, so that a start loads one small file.

import { runHookProcess } from './commands/hook-process.js';

runHookProcess(process.argv.slice(2));
