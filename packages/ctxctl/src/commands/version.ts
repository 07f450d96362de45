import version from '../../../ctx/src/commands/version.js';

export default {
  ...version,
  examples: [{ line: 'ctxctl --version', says: 'the version alone, for a script' }],
};
