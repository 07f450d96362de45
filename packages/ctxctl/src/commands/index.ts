// Every command's name and where its code is.

import type { CommandIndex } from '../../../ctx/src/cli/command.js';

export const commands: CommandIndex = {
  'demand add': () => import('./demand/add.js'),
  'demand audit': () => import('./demand/audit.js'),
  'demand list': () => import('./demand/list.js'),
  help: () => import('./help.js'),
  version: () => import('./version.js'),
};
