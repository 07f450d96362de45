import run from './run.js';

export default {
  ...run,
  name: 'simulate',
  summary: 'Do the same as run, under the name that contracts use',
  description: `The same command as \`ctx run\`. ${run.description}`,
  examples: [
    {
      line: 'CTX_DETERMINISTIC=1 ctx simulate session.yaml --out s.jsonl',
      says: 'the same bytes on every machine',
    },
    { line: 'ctx simulate more.yaml --append s.jsonl', says: 'more runs, after those that are there' },
  ],
};
