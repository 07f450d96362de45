// Every command's name and where its code is.

import type { CommandIndex } from '../../../ctx/src/kit/command.js';

export const commands: CommandIndex = {
  audit: () => import('./audit.js'),
  'audit capture': () => import('./audit/capture.js'),
  'audit dismiss': () => import('./audit/dismiss.js'),
  'audit list': () => import('./audit/list.js'),
  'audit show': () => import('./audit/show.js'),
  'audit surface': () => import('./audit/surface.js'),
  'audit trailers': () => import('./audit/trailers.js'),
  'audit write': () => import('./audit/write.js'),
  'audit-relay': () => import('./audit-relay.js'),
  'contract accept': () => import('./contract/accept.js'),
  'contract guard': () => import('./contract/guard.js'),
  'contract run': () => import('./contract/run.js'),
  'contract verify': () => import('./contract/verify.js'),
  'contract clean-host': () => import('./contract/clean-host.js'),
  'demand add': () => import('./demand/add.js'),
  'demand audit': () => import('./demand/audit.js'),
  'demand list': () => import('./demand/list.js'),
  'demand resolve': () => import('./demand/resolve.js'),
  help: () => import('./help.js'),
  release: () => import('./release.js'),
  schema: () => import('./schema.js'),
  version: () => import('./version.js'),
};
