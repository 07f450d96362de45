import { schema } from '../../../ctx/src/kit/shared-commands.js';

export default {
  ...schema,
  examples: [
    { line: 'ctxctl schema', says: 'what there is' },
    { line: 'ctxctl schema clean-host-config', says: 'the file of a clean-host contract' },
  ],
};
