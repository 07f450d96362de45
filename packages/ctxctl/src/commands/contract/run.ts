import * as t from 'typebox';
import { clawable, columns, flag } from '../../../../ctx/src/kit/command.js';
import { fail } from '../../codes.js';
import { repositoryRoot } from '../../repository.js';
import { againstGolden, runContract } from '../../versioned-contracts/run-contract.js';
import { type Version, versionsOf } from '../../versioned-contracts/versions.js';
import { closed, contractFlags, nameOf, programOf, ranVersion, versionNamed } from './contract-answer.js';

const answer = t.Object({ versions: t.Array(ranVersion) }, closed);

export default clawable({
  name: 'contract run',
  group: 'maintain',
  summary: 'Run the contracts of this repository: the latest version and every older one that is supported',
  description:
    'Drives the built ctx through a contract’s lifecycle.json in a folder of its own: every step with its exit code, its answer and what must be equal; every failure with its exit code, its code, a part of its message, and that nothing on disk changed. The tree that comes of it must be the golden one, by its tree hash.',
  examples: [
    { line: 'ctxctl contract run', says: 'all that are supported' },
    { line: 'ctxctl contract run --version v1-draft', says: 'one of them' },
  ],
  arguments: {},
  flags: { ...contractFlags, version: flag.text('this version alone', 'NAME') },
  returns: answer,
  details: answer,
  async run({ flags }, { cwd }) {
    const program = programOf(cwd, flags.program);
    const versions: t.Static<typeof ranVersion>[] = [];
    for (const version of chosen(cwd, flags.version)) versions.push(await ran(version, program));
    const bad = versions.find(({ problems }) => problems.length > 0);
    if (bad === undefined) return { versions };
    const [first = ''] = bad.problems;
    const more = bad.problems.length - 1;
    throw fail('contract_broken', {
      operation: 'run',
      target: bad.version,
      first,
      more,
      details: { versions },
    });
  },
  render({ versions }) {
    return columns(
      versions.map(({ version, tree_hash, steps, failures }) => [
        version,
        tree_hash,
        `${steps} steps, ${failures} failures`,
      ]),
    );
  },
});

function chosen(cwd: string, name: string | undefined): readonly Version[] {
  if (name !== undefined) return [versionNamed(cwd, name)];
  return versionsOf(repositoryRoot(cwd)).filter(({ latest, supported }) => latest || supported);
}

async function ran(version: Version, program: string): Promise<t.Static<typeof ranVersion>> {
  const differences: string[] = [];
  const run = await runContract(version, { program }, (tree) => {
    differences.push(...againstGolden(version, tree));
  });
  const { tree_hash, steps, failures } = run;
  const problems = [...run.problems, ...differences];
  return { version: nameOf(version), frozen: version.frozen, tree_hash, steps, failures, problems };
}
