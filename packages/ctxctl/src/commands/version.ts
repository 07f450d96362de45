import { version } from '../../../ctx/src/kit/shared-commands.js';

export default {
  ...version,
  examples: [{ line: 'ctxctl --version', says: 'the version alone, for a script' }],
};
