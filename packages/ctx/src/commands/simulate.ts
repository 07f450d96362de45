import run from './run.js';

export default {
  ...run,
  name: 'simulate',
  summary: 'Run an agent on a task (an alias of run for the contracts)',
  description: `The same command as \`ctx run\`. ${run.description}`,
  examples: [
    {
      line: 'CTX_DETERMINISTIC=1 ctx simulate session.yaml --out s.jsonl',
      says: 'the same bytes on every machine',
    },
    { line: 'ctx simulate more.yaml --append s.jsonl', says: 'add runs to an existing session' },
  ],
};
