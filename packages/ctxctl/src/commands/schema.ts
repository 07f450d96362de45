import { schema } from '../../../ctx/src/kit/shared-commands.js';

export default {
  ...schema,
  examples: [
    { line: 'ctxctl schema', says: 'list the schemas' },
    { line: 'ctxctl schema clean-host-config', says: 'the schema of a clean-host contract file' },
  ],
};
