import * as t from 'typebox';
import { clawable, closed, columns, flag, neutral } from '../../../../ctx/src/kit/command.js';
import { fail } from '../../codes.js';
import { repositoryRoot } from '../../repository.js';
import { guard } from '../../versioned-contracts/guard.js';

const answer = t.Object(
  {
    by: t.Enum(['git', 'pins']),
    frozen: t.Array(t.String()),
    violations: t.Array(t.Object({ path: t.String(), how: t.String() }, closed)),
    /** What a version that is new still needs, besides itself. */
    missing: t.Array(t.Object({ path: t.String(), how: t.String() }, closed)),
  },
  closed,
);

export default clawable({
  name: 'contract guard',
  group: 'maintain',
  summary: 'Refuse changes to frozen contract versions',
  description:
    'A version is frozen when its folder does not end in -draft. No file in it may be changed, added, deleted, renamed or turned into another file type. ctxctl compares each frozen version (its files on disk, in the index and in the last commit) with the commits that froze it, in this branch’s history, in tags and in the main branch of each remote; with --base if you give it; and with the hashes in versions.json, which work without git. In a shallow clone that lacks those commits, it fails unless you give --base. New behaviour needs a new version. Every frozen version, and every draft next to one, also needs a line in CHANGELOG.md that names it, a page that links to it, and a SPEC.md that says which version it is. The command lists what is missing.',
  examples: [
    { line: 'ctxctl contract guard', says: 'changes since each version was frozen' },
    { line: 'ctxctl contract guard --base origin/main', says: 'also the changes of this branch' },
  ],
  arguments: {},
  flags: { base: flag.text('the commit that your branch is based on', 'REF') },
  returns: answer,
  details: answer,
  async run({ flags: { base } }, { cwd }) {
    const { by, frozen, violations, missing } = guard(repositoryRoot(cwd), base);
    const data = { by, frozen: [...frozen], violations: [...violations], missing: [...missing] };
    const lacks = missing.map(({ path, how }) => `${path}: ${how}`);
    const [first] = data.violations;
    if (first === undefined) {
      if (lacks.length === 0) return data;
      throw fail('contract_bump_incomplete', {
        operation: 'guard',
        target: 'contracts',
        missing: lacks,
        details: data,
      });
    }
    const { path: target, how } = first;
    throw fail('contract_changed', {
      operation: 'guard',
      target,
      how,
      more: violations.length - 1,
      missing: lacks,
      details: data,
    });
  },
  render({ by, frozen }) {
    const versions = frozen.length === 0 ? 'no version is frozen yet' : neutral(frozen.join(', '));
    return columns([
      ['frozen', versions],
      ['held against', by === 'git' ? 'the history and the pins' : 'the pins; there is no git here'],
    ]);
  },
});
