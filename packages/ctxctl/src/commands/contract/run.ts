import * as t from 'typebox';
import { clawable, closed, columns, flag } from '../../../../ctx/src/kit/command.js';
import { fail } from '../../codes.js';
import { repositoryRoot } from '../../repository.js';
import { againstGolden, runContract } from '../../versioned-contracts/run-contract.js';
import { type Version, versionsOf } from '../../versioned-contracts/versions.js';
import { contractFlags, nameOf, programOf, ranVersion, versionNamed } from './contract-answer.js';

const answer = t.Object({ versions: t.Array(ranVersion) }, closed);

export default clawable({
  name: 'contract run',
  group: 'maintain',
  summary: 'Run this repository’s contracts: the latest and all supported older versions',
  description:
    'Runs the built ctx through a contract’s lifecycle.json, in a folder of its own. For each step it checks the exit code, the answer and the values that must be equal. For each failure it checks the exit code, the error code, a part of the message, and that nothing on disk changed. The tree hash of the resulting files must match the golden one. For a contract about answers, it makes each call in both envelopes. Each answer must contain everything in its golden file, and members.json lists the members that every answer of a command must have.',
  examples: [
    { line: 'ctxctl contract run', says: 'every supported version' },
    { line: 'ctxctl contract run --contract protocol', says: 'the versions of one contract' },
  ],
  arguments: {},
  flags: {
    ...contractFlags,
    contract: flag.text('run only the versions of this contract', 'NAME'),
    version: flag.text('run only this version, such as session/v1', 'NAME'),
  },
  returns: answer,
  details: answer,
  async run({ flags }, { cwd }) {
    const program = programOf(cwd, flags.program);
    const versions: t.Static<typeof ranVersion>[] = [];
    for (const version of chosen(cwd, flags)) versions.push(await ran(version, program));
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
      versions.map(({ version, tree_hash, steps, failures, members }) => [
        version,
        tree_hash,
        `${steps} steps, ${failures} failures`,
        members === undefined
          ? ''
          : `${shareOf(members.data)} members, ${shareOf(members.missing)} beside a not-found error`,
      ]),
    );
  },
});

function shareOf({ there, of }: { readonly there: number; readonly of: number }): string {
  return `${there} of ${of}`;
}

function chosen(
  cwd: string,
  { version, contract }: { readonly version: string | undefined; readonly contract: string | undefined },
): readonly Version[] {
  if (version !== undefined) return [versionNamed(cwd, version)];
  const all = versionsOf(repositoryRoot(cwd));
  const run = all.filter(({ latest, supported }) => latest || supported);
  if (contract === undefined) return run;
  const ofContract = run.filter((each) => each.contract === contract);
  if (ofContract.length > 0) return ofContract;
  throw fail('contract_unknown', { operation: 'contract', target: contract, known: all.map(nameOf) });
}

async function ran(version: Version, program: string): Promise<t.Static<typeof ranVersion>> {
  const differences: string[] = [];
  const run = await runContract(version, { program }, (made) => {
    differences.push(...againstGolden(version, made));
  });
  const { tree_hash, steps, failures, members } = run;
  const problems = [...run.problems, ...differences];
  const { frozen } = version;
  return {
    version: nameOf(version),
    frozen,
    tree_hash,
    steps,
    failures,
    ...(members && { members }),
    problems,
  };
}
