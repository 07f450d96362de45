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
    'A version whose folder is not called …-draft is frozen: nothing in it may be changed, deleted, added, renamed (in, out or within) or become another type of file. Held against the commit that froze it, whatever branch it came by, against --base where one is given, and against the pins in versions.json, which also count where there is no git. A new behaviour is a new version. A version that is frozen, or a draft beside a frozen one, also needs a line in CHANGELOG.md that names it, a page that leads to it, and a SPEC.md that says which version it is; what is missing is listed.',
  examples: [
    { line: 'ctxctl contract guard', says: 'since each version was frozen' },
    { line: 'ctxctl contract guard --base origin/main', says: 'and what this branch does' },
  ],
  arguments: {},
  flags: { base: flag.text('the commit that the work comes on top of', 'REF') },
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
