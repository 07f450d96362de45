import * as t from 'typebox';
import { argument, clawable, closed, columns } from '../../../../ctx/src/kit/command.js';
import { fail } from '../../codes.js';
import { accept } from '../../versioned-contracts/accept.js';
import { contractFlags, nameOf, programOf, versionNamed } from './contract-answer.js';

export default clawable({
  name: 'contract accept',
  group: 'maintain',
  summary: 'Accept the current output of a draft contract as its golden files',
  description:
    'Runs the contract, replaces its golden files with the resulting tree, and writes the tree hash to expected.json. No other command writes them. Frozen versions are refused, and so are drafts with a step or failure that does not hold.',
  examples: [{ line: 'ctxctl contract accept v1-draft', says: 'review the diff before you commit it' }],
  arguments: { version: argument.one('a draft version, such as v1-draft') },
  flags: contractFlags,
  returns: t.Object({ version: t.String(), tree_hash: t.String() }, closed),
  async run({ args, flags }, { cwd }) {
    const version = versionNamed(cwd, args.version);
    const { tree_hash, problems } = await accept(version, { program: programOf(cwd, flags.program) });
    const [first] = problems;
    if (first !== undefined) {
      const more = problems.length - 1;
      throw fail('contract_broken', { operation: 'accept', target: nameOf(version), first, more });
    }
    return { version: nameOf(version), tree_hash };
  },
  render({ version, tree_hash }) {
    return columns([[version, tree_hash]]);
  },
});
