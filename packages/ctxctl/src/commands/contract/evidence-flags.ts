// The flags of the evidence: where it goes and who signs it, refused before anything is fetched.

import { resolve } from 'node:path';
import { flag } from '../../../../ctx/src/kit/command.js';
import {
  findSigner,
  formats,
  refuseAgent,
  refuseFormat,
  refuseOutputFolder,
  type Signer,
  signStatement,
  writeOutputFolder,
} from '../../../../ctx/src/kit/sign.js';
import { fail } from '../../codes.js';
import type { StepRecord } from '../../contract/clean-host/step.js';
import { evidenceNames, evidenceOf } from '../../contract/package/evidence.js';
import type { Subject } from '../../contract/package/subject.js';

export const evidenceFlags = {
  evidence: flag.text('write the record and a signed statement to this new folder', 'DIR'),
  key: flag.text('sign with this key (default: the key that `ctx sign` uses)', 'FILE'),
  format: flag.choiceOr('ssh', 'the signature format', formats),
  unsigned: flag.switch('write the record without a signature'),
};

interface Asked {
  readonly evidence?: string | undefined;
  readonly key?: string | undefined;
  readonly format: (typeof formats)[number];
  readonly unsigned: boolean;
}

interface Around {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly clock: { now(): number };
  readonly program: { readonly name: string; readonly version: string };
}

export interface EvidenceWritten {
  readonly folder: string;
  readonly statement: string;
  readonly signature?: string;
  readonly bundle?: string;
  readonly key?: string;
}

export interface EvidenceKeeper {
  /** Made from what the steps left, while it is there. */
  keep(subject: Subject, steps: readonly StepRecord[], config: string): Promise<void>;
  written(): EvidenceWritten | undefined;
}

/** Nothing where no evidence is asked for. */
export async function evidenceKeeper(flags: Asked, around: Around): Promise<EvidenceKeeper | undefined> {
  const { evidence, format, unsigned, key } = flags;
  if (evidence === undefined) {
    if (key !== undefined || unsigned)
      throw fail('evidence_flag_alone', {
        operation: 'contract',
        target: key === undefined ? '--unsigned' : '--key',
      });
    return undefined;
  }
  const { env, cwd, signal, clock, program } = around;
  const folder = resolve(cwd, evidence);
  refuseOutputFolder(folder);
  const signer = unsigned ? undefined : await signerFor(flags, around);
  const at = new Date(clock.now());
  let written: EvidenceWritten | undefined;
  return {
    written: () => written,
    async keep(subject, steps, config) {
      if (signal.aborted) return;
      const generator = { name: program.name, version: program.version };
      const made = evidenceOf(subject, steps, { at, generator, config });
      if (made === undefined) return;
      const { statement, signature, bundle } = evidenceNames;
      const envelopes = signer === undefined ? {} : await signStatement(made.statement, signer, format, env);
      const files = new Map([...made.files, [statement, made.statement]]);
      if (envelopes.signature !== undefined) files.set(signature, envelopes.signature);
      if (envelopes.bundle !== undefined) files.set(bundle, envelopes.bundle);
      writeOutputFolder(folder, files, true);
      written = {
        folder,
        statement,
        ...(envelopes.signature !== undefined && { signature }),
        ...(envelopes.bundle !== undefined && { bundle }),
        ...(signer !== undefined && { key: signer.publicKey.fingerprint }),
      };
    },
  };
}

async function signerFor({ key, format }: Asked, { env, cwd, signal }: Around): Promise<Signer> {
  refuseAgent(env);
  // Nobody is asked for a passphrase at the end of a contract that takes minutes.
  const signer = await findSigner({ key, cwd, env, signal, isAttended: false });
  refuseFormat(signer, format);
  return signer;
}
