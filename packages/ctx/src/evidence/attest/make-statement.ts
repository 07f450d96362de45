// The statement over a session, a report or an export: verified first, because nobody should sign what does not hold.

import { basename } from 'node:path';
import { fail } from '../../protocol/codes.js';
import { digestOfFile } from '../tree/file-digest.js';
import { evidenceAt } from '../verify/evidence-at.js';
import { findingLine } from '../verify/findings.js';
import type { SourceSession } from '../verify/source-session.js';
import type { Verification } from '../verify/verification.js';
import { verifySession } from '../verify/verify-session.js';
import { signedFacts, verdictToSign } from './signed-facts.js';
import { type Predicate, type SignedSubject, statementText } from './statement.js';

export interface ToSign {
  /** A session's file, a folder, or a page. */
  readonly path: string;
  /** The session that a report or an export was made from, and its file. */
  readonly source?: (SourceSession & { readonly file: string }) | undefined;
  /** Commits that the runs produced. */
  readonly commits: (session_id: string) => readonly string[];
  readonly version: string;
  readonly now: number;
}

export interface MadeStatement {
  readonly text: string;
  readonly verification: Verification;
  readonly subjects: readonly SignedSubject[];
  readonly signed_at: string;
}

export async function makeStatement(given: ToSign): Promise<MadeStatement> {
  const { path, source, commits, version, now } = given;
  const kind = evidenceAt(path);
  const session = kind === 'session' ? toldOf(path) : source === undefined ? undefined : toldOf(source.file);
  const signed = kind === 'session' && session !== undefined ? session : await madeFrom(given);
  const { verification } = signed;
  const verdict = verdictToSign(verification);
  if (verdict === undefined || verification.bytes === 0) throw refuses(verification);
  const { session_id, files = 0, bytes, chain_head, runs } = verification;
  const subjects: SignedSubject[] = [
    signed.subject(),
    ...(session === undefined || session === signed ? [] : [session.subject()]),
    ...(session_id === '' ? [] : commits(session_id)).map(
      (gitCommit): SignedSubject => ({ name: 'commit', digest: { gitCommit } }),
    ),
  ];
  const signed_at = new Date(now).toISOString();
  const about: Predicate = {
    ...(session_id !== '' && { caseId: session_id }),
    exportedAt: signed_at,
    generator: { name: 'ctx', version },
    ...(chain_head !== undefined && { ledgerHead: chain_head }),
    runs: runs.map(({ run_id, stop_reason }) => ({ runId: run_id, stopReason: stop_reason })),
    ...session?.told,
    ...(verification.kind !== 'session' && { artifact: { kind: verification.kind, files, bytes } }),
    verification: verdict,
  };
  return { text: statementText(subjects, about), verification, subjects, signed_at };
}

/** A session's own part: one reading for the verdict and the facts, one for the digest of its bytes. */
function toldOf(file: string) {
  const facts = signedFacts();
  const verification = verifySession(file, {}, facts.take);
  const { records = 0, bytes } = verification;
  const subject = (): SignedSubject => ({
    name: basename(file),
    digest: { sha256: digestOfFile(file, bytes) },
  });
  return { verification, subject, told: { ...facts.told(), records, bytes } };
}

/** What was made from a session: a folder, a page or a file. A session that is signed at its close waits for none of what this loads. */
async function madeFrom({ path, source }: ToSign) {
  const { verifyPath } = await import('../verify/verify-path.js');
  const { treeHash } = await import('../tree/tree-hash.js');
  const digest = (): SignedSubject['digest'] =>
    evidenceAt(path) === 'folder' ? { ctxTree: treeHash(path).tree_hash } : { sha256: digestOfFile(path) };
  const verification = verifyPath(path, {}, source);
  return { verification, subject: (): SignedSubject => ({ name: basename(path), digest: digest() }) };
}

function refuses({ path: target, findings: [worst] }: Verification) {
  const empty = { file: target, message: 'there is nothing in it', code: 'session_empty' } as const;
  return fail('verify_failed', { operation: 'sign', target, first: findingLine(worst ?? empty), more: 0 });
}
