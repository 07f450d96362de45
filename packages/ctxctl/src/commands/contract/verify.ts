import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import * as t from 'typebox';
import {
  argument,
  clawable,
  closed,
  columns,
  flag,
  neutral,
  styled,
} from '../../../../ctx/src/kit/command.js';
import { failShared } from '../../../../ctx/src/kit/failures.js';
import { signersIn } from '../../../../ctx/src/kit/sign.js';
import { fail } from '../../codes.js';
import { checkEvidence, isEvidence } from '../../contract/package/check-evidence.js';

const answer = t.Object(
  {
    folder: t.String(),
    verdict: t.Enum(['pass', 'fail']),
    package: t.Optional(
      t.Object({ name: t.String(), version: t.String(), sha256: t.String(), sha512: t.String() }, closed),
    ),
    /** What the contract came to. */
    result: t.Optional(t.Enum(['PASSED', 'FAILED'])),
    at: t.Optional(t.String()),
    confined: t.Optional(t.Boolean()),
    steps: t.Optional(t.Array(t.Object({ name: t.String(), verdict: t.String() }, closed))),
    signatures: t.Array(
      t.Object(
        {
          file: t.String(),
          envelope: t.Enum(['sshsig', 'dsse']),
          state: t.String(),
          message: t.Optional(t.String()),
          signed_by: t.Array(t.String()),
          key: t.Optional(t.String()),
        },
        closed,
      ),
    ),
    not_checked: t.Array(t.String()),
    findings: t.Array(t.Object({ code: t.String(), file: t.String(), message: t.String() }, closed)),
  },
  closed,
);

export default clawable({
  name: 'contract verify',
  group: 'maintain',
  summary: 'Verify the evidence of a clean-host contract and who signed it',
  description:
    'Reads the folder that `contract clean-host --evidence DIR` wrote. ctxctl builds the statement again from contract.json and the config: the bytes must match, the result must follow from the steps, and the folder may contain no other files. --package checks that the evidence is about the tarball you have. --signers takes an OpenSSH allowed_signers file, which git uses too, and names who signed. --require-signature makes a missing signature an error. The command exits with 0 only if the evidence is valid and the contract passed.',
  examples: [
    {
      line: 'ctxctl contract verify evidence',
      says: 'is the evidence intact, and did the contract pass?',
    },
    {
      line: 'ctxctl contract verify evidence --package my-tool-1.2.0.tgz --signers ~/.ssh/allowed_signers --require-signature',
      says: 'is it about this tarball, and who signed it?',
    },
  ],
  arguments: { folder: argument.one('the folder with the evidence') },
  flags: {
    package: flag.text('the tarball that the evidence must be about', 'TARBALL'),
    signers: flag.text('an allowed_signers file, as OpenSSH and git use it', 'FILE'),
    'require-signature': flag.switch('fail without a valid signature'),
  },
  returns: answer,
  details: answer,
  async run({ args, flags }, { cwd, clock }) {
    if (flags['require-signature'] && flags.signers === undefined)
      throw failShared('flag_needs', {
        operation: 'argparse',
        target: '--require-signature',
        other: '--signers',
      });
    const folder = resolve(cwd, args.folder);
    const tarball = flags.package === undefined ? undefined : resolve(cwd, flags.package);
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory() || !isEvidence(folder))
      throw fail('evidence_unknown', { operation: 'verify', target: args.folder });
    if (tarball !== undefined && !statSync(tarball, { throwIfNoEntry: false })?.isFile())
      throw failShared('file_not_found', { operation: 'verify', target: tarball });
    const signers =
      flags.signers === undefined
        ? undefined
        : { allowed: signersIn(resolve(cwd, flags.signers)), at: clock.now() };
    const { record, signatures, findings } = checkEvidence(folder, {
      tarball,
      signers,
      requireSignature: flags['require-signature'],
    });
    const details = {
      folder,
      verdict: findings.length === 0 ? ('pass' as const) : ('fail' as const),
      ...(record !== undefined && {
        package: record.package,
        result: record.result,
        at: record.at,
        confined: record.confined,
        steps: record.steps.map(({ name, verdict }) => ({ name, verdict })),
      }),
      signatures: signatures.map(({ signed_by, ...rest }) => ({ ...rest, signed_by: [...signed_by] })),
      not_checked: [
        ...(tarball === undefined ? ['that it is about the tarball that you have (--package)'] : []),
        ...(signers === undefined ? ['who made it (--signers)'] : []),
      ],
      findings: [...findings],
    };
    const [first] = findings;
    if (first !== undefined)
      throw fail('evidence_broken', {
        operation: 'verify',
        target: args.folder,
        first: `${first.file}: ${first.message} (${first.code})`,
        more: findings.length - 1,
        details,
      });
    if (record?.result !== 'PASSED') {
      const failed = record?.steps.find(({ verdict }) => verdict === 'failed')?.name ?? 'a step';
      throw fail('evidence_of_failure', { operation: 'verify', target: args.folder, failed, details });
    }
    return details;
  },
  render({ package: about, at, steps = [], signatures, not_checked, confined }, terminal) {
    const rows = columns([
      ['package', neutral(`${about?.name}@${about?.version}`)],
      ['sha256', about?.sha256 ?? ''],
      ['steps', `${steps.length}, ${steps.filter(({ verdict }) => verdict === 'left_out').length} left out`],
      ['when', neutral(at ?? '')],
      ['confined', confined === true ? 'yes' : 'no'],
      ...signatures.map(({ signed_by, key = '', file }) => [
        signed_by.length === 0 ? 'signed with' : 'signed by',
        neutral(`${signed_by.join(', ')} ${key} (${file})`.trim()),
      ]),
      ...(signatures.length === 0 ? [['signed', 'no']] : []),
    ]);
    const limits = not_checked.map((what) => `Not checked: ${what}.\n`).join('');
    return `${styled(terminal, 'green', 'pass')}: the contract held, and the evidence is what it left\n${rows}${limits}`;
  },
});
