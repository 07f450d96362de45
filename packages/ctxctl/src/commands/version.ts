import { version } from '../../../ctx/src/kit/shared-commands.js';

export default {
  ...version,
  examples: [{ line: 'ctxctl --version', says: 'print the version' }],
};
