import list from './audit/list.js';

export default {
  ...list,
  name: 'audit',
  description: `${list.description} The same as \`ctxctl audit list\`.`,
  examples: [{ line: 'ctxctl audit', says: 'which reports are open' }],
};
