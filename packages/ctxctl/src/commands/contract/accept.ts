import * as t from 'typebox';
import { argument, clawable, closed, columns } from '../../../../ctx/src/kit/command.js';
import { fail } from '../../codes.js';
import { accept } from '../../versioned-contracts/accept.js';
import { contractFlags, nameOf, programOf, versionNamed } from './contract-answer.js';

export default clawable({
  name: 'contract accept',
  group: 'maintain',
  summary: 'Accept the output of a draft contract as its golden output',
  description:
    'Runs the contract and puts the tree that comes of it in the place of its goldens, and its tree hash into expected.json: the only way in which they are written. A frozen version is refused, and so is one whose steps or failures do not hold.',
  examples: [{ line: 'ctxctl contract accept v1-draft', says: 'then look at the diff before you commit it' }],
  arguments: { version: argument.one('a draft, as v1-draft') },
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
