// Who may sign, as `ctx verify` is told, and what it says of signatures.

import { resolve } from 'node:path';
import type { Services } from '../cli/command.js';
import { columns, neutral } from '../cli/terminal.js';
import type { CheckedSignature, SignatureCheck } from '../evidence/attest/check-signatures.js';
import { fail } from '../protocol/codes.js';

interface SignerFlags {
  readonly signers?: string | undefined;
  readonly 'require-signature': boolean;
  readonly signatures?: string | undefined;
  readonly 'verify-time'?: string | undefined;
}

/** Flags that mean nothing without a list of signers. */
export function refuseIdle(flags: SignerFlags): void {
  if (flags.signers !== undefined) return;
  const idle = {
    '--require-signature': flags['require-signature'],
    '--signatures': flags.signatures !== undefined,
    '--verify-time': flags['verify-time'] !== undefined,
  };
  for (const [target, given] of Object.entries(idle))
    if (given) throw fail('flag_needs', { operation: 'argparse', target, other: '--signers' });
}

/** What reads keys is loaded only where somebody is to be named. */
export async function signaturesOf(
  path: string,
  flags: SignerFlags,
  { cwd, clock }: Pick<Services, 'cwd' | 'clock'>,
): Promise<SignatureCheck> {
  const [{ signatureCheck }, { signersIn }] = await Promise.all([
    import('../evidence/attest/check-signatures.js'),
    import('../sign/allowed-signers.js'),
  ]);
  const { signers = '', signatures } = flags;
  return signatureCheck(path, {
    signers: signersIn(resolve(cwd, signers)),
    at: flags['verify-time'] === undefined ? clock.now() : timeFrom(flags['verify-time']),
    required: flags['require-signature'],
    ...(signatures !== undefined && { folder: resolve(cwd, signatures) }),
  });
}

export function signatureLines(
  signatures: readonly Pick<CheckedSignature, 'signed_by' | 'signed_at' | 'key' | 'file'>[] | undefined,
): string {
  if (signatures === undefined) return '';
  if (signatures.length === 0) return columns([['signature', 'there is none']]);
  return columns(
    signatures.map(({ signed_by, signed_at = '', key = '', file }) => [
      'signed by',
      neutral(`${signed_by.join(', ')} at ${signed_at} (${key}, ${file})`),
    ]),
  );
}

function timeFrom(value: string): number {
  const time = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  const wanted = 'a time in UTC, as 2026-11-17T21:00:00Z';
  throw fail('flag_value_invalid', { operation: 'argparse', target: '--verify-time', value, wanted });
}
