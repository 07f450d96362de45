// What is signed: an in-toto Statement over a session, a report or an export, in canonical JSON. The names of the predicate's
// members are near those of the open draft `session-chain`, so that a later switch is a renaming.

import * as t from 'typebox';
import { closed } from '../../protocol/closed.js';
import { canonical } from '../../protocol/json.js';
import { digest } from '../../protocol/records/members.js';
import { captureManifest, stopReasons, totals } from '../../protocol/records.js';
import { type Sealed, sealedJson } from '../verify/sealed-json.js';
import { kinds } from '../verify/verification.js';

const text = () => t.String();
const count = () => t.Integer({ minimum: 0 });
const hex = (...lengths: readonly number[]) =>
  t.String({ pattern: lengths.map((length) => `^[0-9a-f]{${length}}$`).join('|') });

export const statementType = 'https://in-toto.io/Statement/v1';
export const predicateType = 'urn:ctx:predicate:session:v1';

/** A file by its bytes, a folder by its tree hash (`ctx contract hash`), a commit by its name. */
export const subject = t.Object(
  {
    name: text(),
    digest: t.Union([
      t.Object({ sha256: hex(64) }, closed),
      t.Object({ ctxTree: hex(64) }, closed),
      t.Object({ gitCommit: hex(40, 64) }, closed),
    ]),
  },
  closed,
);
export type SignedSubject = t.Static<typeof subject>;

const signedRun = t.Object(
  {
    runId: text(),
    stopReason: t.Enum([...stopReasons, 'open']),
    agent: t.Optional(t.Object({ name: text(), version: t.Optional(text()) }, closed)),
    model: t.Optional(text()),
    totals: t.Optional(totals),
    /** Where the answers, the results, the times and the ids came from. */
    capture: t.Optional(captureManifest),
    /** What was in force. */
    policy: t.Optional(t.Object({ digest: digest(), profile: t.Optional(text()) }, closed)),
    sandbox: t.Optional(
      t.Object(
        {
          backend: text(),
          network: t.Union([text(), t.Array(text())]),
          version: t.Optional(text()),
          planDigest: t.Optional(digest()),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type SignedRun = t.Static<typeof signedRun>;

export const predicate = t.Object(
  {
    /** The session's id; nothing of what is about many. */
    caseId: t.Optional(text()),
    /** When it was signed, by the clock of who signed it. */
    exportedAt: t.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
    generator: t.Object({ name: text(), version: text() }, closed),
    /** Of a session: which of its records it is about. */
    range: t.Optional(t.Object({ fromSeq: count(), toSeq: count(), prevHashBefore: digest() }, closed)),
    /** The hash of the last of them. */
    ledgerHead: t.Optional(digest()),
    records: t.Optional(count()),
    bytes: t.Optional(count()),
    format: t.Optional(count()),
    contract: t.Optional(text()),
    openedAt: t.Optional(text()),
    lastAt: t.Optional(text()),
    /** Another agent's session: how ctx came to know of it. */
    origin: t.Optional(t.Object({ kind: text(), agent: text() }, closed)),
    /** Of a report or an export. */
    artifact: t.Optional(
      t.Object(
        { kind: t.Enum(kinds.filter((kind) => kind !== 'session')), files: count(), bytes: count() },
        closed,
      ),
    ),
    runs: t.Array(signedRun),
    /** What `ctx verify` said before it was signed. */
    verification: t.Object(
      { verdict: t.Enum(['pass', 'incomplete']), proves: text(), findings: t.Array(text()) },
      closed,
    ),
  },
  closed,
);
export type Predicate = t.Static<typeof predicate>;

export const statement = t.Object(
  {
    _type: t.Literal(statementType),
    subject: t.Array(subject, { minItems: 1 }),
    predicateType: t.Literal(predicateType),
    predicate,
  },
  closed,
);
export type Statement = t.Static<typeof statement>;

export function statementText(subjects: readonly SignedSubject[], about: Predicate): string {
  return `${canonical({ _type: statementType, subject: subjects, predicateType, predicate: about })}\n`;
}

export function readStatement(bytes: Buffer): Sealed<Statement> {
  return sealedJson(statement, bytes);
}

/** A digest with its kind, as people read it. */
export function digestText({ digest: of }: SignedSubject): string {
  const [[kind, value] = ['', '']] = Object.entries(of);
  return `${kind}:${value}`;
}
