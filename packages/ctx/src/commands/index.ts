// Every command's name and where its code is. Nothing else stands here, so that a start loads one command only.

import type { CommandIndex } from '../cli/command.js';

export const commands: CommandIndex = {
  commands: () => import('./commands.js'),
  completion: () => import('./completion.js'),
  help: () => import('./help.js'),
  manifest: () => import('./manifest.js'),
  'parity-audit': () => import('./parity-audit.js'),
  schema: () => import('./schema.js'),
  'setup-report': () => import('./setup-report.js'),
  subsystems: () => import('./subsystems.js'),
  summary: () => import('./summary.js'),
  sysinfo: () => import('./sysinfo.js'),
  version: () => import('./version.js'),
};
