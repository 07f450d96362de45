import { help } from '../../../ctx/src/kit/shared-commands.js';

export default {
  ...help,
  examples: [
    { line: 'ctxctl help', says: 'all commands' },
    { line: 'ctxctl help demand add', says: 'one command; the same as ctxctl demand add --help' },
  ],
};
