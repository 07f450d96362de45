import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as t from 'typebox';
import { hasPerson } from '../cli/ask.js';
import { clawable } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { columns, neutral } from '../cli/terminal.js';
import { addTrailers } from '../evidence/attest/add-trailers.js';
import { commitNamed, commitsOfSession } from '../evidence/attest/commits-of-session.js';
import { signEvidence } from '../evidence/attest/sign-evidence.js';
import { formats } from '../evidence/attest/sign-statement.js';
import { digestText } from '../evidence/attest/statement.js';
import { evidenceAt } from '../evidence/verify/evidence-at.js';
import { kinds } from '../evidence/verify/verification.js';
import { trailerText } from '../git/session-trailers.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import { publicKeyLine } from '../sign/public-key.js';
import { findSigner } from '../sign/signer.js';
import { sourceOf, whatIsMeant } from './evidence-meant.js';
import { refuseAgent } from './refuse-agent.js';
import { lastFlag, placeFlags, sessionFrom } from './session-flags.js';

const signed = t.Object(
  {
    session_id: t.String(),
    kind: t.Enum(kinds),
    verdict: t.Enum(['pass', 'incomplete']),
    statement: t.String(),
    signature: t.Optional(t.String()),
    bundle: t.Optional(t.String()),
    /** As `ssh-keygen -l` shows it. */
    key: t.String(),
    key_type: t.String(),
    key_source: t.String(),
    signed_at: t.String(),
    subjects: t.Array(t.Object({ name: t.String(), digest: t.String() }, closed)),
    /** The key in the forms that other tools take. */
    public_key: t.Object({ ssh: t.String(), pem: t.String() }, closed),
  },
  closed,
);

const named = t.Object(
  {
    /** One for each session, as it stands in a commit's message. */
    trailers: t.Array(t.Object({ session_id: t.String(), head: t.String(), line: t.String() }, closed)),
    message: t.Optional(t.String()),
  },
  closed,
);

export default clawable({
  name: 'sign',
  group: 'evidence',
  summary: 'Sign a session, a report or an export with your SSH key',
  description:
    'Verifies it first, then writes a statement beside it (ID.statement.json: an in-toto Statement that names the file by its digest, the chain head, how each run ended, where its records came from, and the policy and sandbox in force) and signs that. --format ssh, the default, writes ID.statement.json.sig, which `ssh-keygen -Y verify` checks with the allowed_signers file that git uses; --format in-toto writes ID.statement.sigstore.json, a Sigstore bundle with a bare key. The key comes from --key or CTX_SIGNING_KEY_FILE, else git’s user.signingkey, else the SSH agent, else ~/.ssh/id_ed25519. ctx reads it only to sign. A report or an export is signed by its tree hash; with --session, ctx also generates it again from the log, and the statement names both. The log itself is never changed. `ctx verify --signers FILE` checks a signature.',
  examples: [
    { line: 'ctx sign fix-the-test', says: 'with the key that git signs with' },
    {
      line: 'ctx sign fix-the-test --key ~/.ssh/id_ed25519 --format both',
      says: 'for supply-chain tools, too',
    },
    { line: 'ctx sign --git-trailer', says: 'the lines that name the sessions behind the next commit' },
    {
      line: 'ctx sign report --session fix-the-test',
      says: 'a report, tied to the session it was made from',
    },
  ],
  arguments: { path: argument.optional('a session’s id or file, or the folder of a report or an export') },
  flags: {
    key: flag.text('the private key, or the public one of a key that the agent holds', 'FILE'),
    format: flag.choiceOr('ssh', 'the form of the signature', formats),
    out: flag.text('the folder for the statement and its signature (default: beside what is signed)', 'DIR'),
    session: flag.text('the session that the report or the export was made from', 'SESSION'),
    'git-trailer': flag.switch(
      'sign nothing; print the trailer that names the session, or those since the last commit',
    ),
    message: flag.text('with --git-trailer: the commit message to add it to, as git’s hook gets it', 'FILE'),
    commit: flag.text('a commit that the session produced; ctx finds those with its trailer itself', 'REV'),
    ...lastFlag,
    'sessions-dir': placeFlags['sessions-dir'],
  },
  returns: t.Union([signed, named]),
  async run(input, services) {
    const { args, flags } = input;
    if (flags['git-trailer']) {
      const { message, last } = flags;
      const session = args.path === undefined && !last ? undefined : sessionFrom(args.path, flags, 'sign');
      const trailers = addTrailers({ message, session, sessionsDir: flags['sessions-dir'] }, services);
      const lines = trailers.map((trailer) => ({ ...trailer, line: trailerText(trailer) }));
      return { trailers: lines, ...(message !== undefined && { message }) };
    }
    if (flags.message !== undefined)
      throw fail('flag_needs', { operation: 'argparse', target: '--message', other: '--git-trailer' });
    refuseAgent(services.env);
    const path = whatIsMeant(sessionFrom(args.path, flags, 'sign'), flags['sessions-dir'], services);
    const isSession = evidenceAt(path) === 'session';
    const source =
      flags.session === undefined ? undefined : await sourceOf(flags.session, path, flags, services);
    const commit = flags.commit === undefined ? undefined : commitNamed(flags.commit, services);
    const { env, cwd } = services;
    const signer = await findSigner({
      key: flags.key,
      cwd,
      env,
      signal: services.signal,
      isAttended: await hasPerson(input),
    });
    const made = await signEvidence({
      path,
      source,
      commits: (id) =>
        commit === undefined ? commitsOfSession(id, isSession ? path : source?.file, services) : [commit],
      version: services.program.version,
      now: services.clock.now(),
      signer,
      format: flags.format,
      folder: flags.out === undefined ? undefined : folderFor(resolve(cwd, flags.out)),
      env,
    });
    const { publicKey, source: key_source } = signer;
    const { verification, subjects, signed_at } = made;
    return {
      session_id: verification.session_id,
      kind: verification.kind,
      verdict: verification.verdict === 'pass' ? 'pass' : 'incomplete',
      statement: made.statement,
      ...(flags.format !== 'in-toto' && { signature: made.signature }),
      ...(flags.format !== 'ssh' && { bundle: made.bundle }),
      key: publicKey.fingerprint,
      key_type: publicKey.type,
      key_source,
      signed_at,
      subjects: subjects.map((one) => ({ name: one.name, digest: digestText(one) })),
      public_key: {
        ssh: publicKeyLine(publicKey),
        pem: publicKey.key.export({ format: 'pem', type: 'spki' }).toString(),
      },
    } as const;
  },
  render(answer) {
    if ('trailers' in answer) return answer.trailers.map(({ line }) => line).join('\n');
    const { kind, session_id, verdict, statement, signature, bundle, key, key_type, key_source, subjects } =
      answer;
    const wrote = [statement, signature, bundle].flatMap((file) =>
      file === undefined ? [] : [['wrote', neutral(file)]],
    );
    const facts = columns([
      ['signed', `${kind} of ${neutral(session_id)}${verdict === 'pass' ? '' : ', which is not finished'}`],
      ['with', `${key} (${key_type}, ${neutral(key_source)})`],
      ...subjects.map(({ name, digest }) => ['subject', `${neutral(name)}  ${digest}`]),
      ...wrote,
    ]);
    return `${facts}\nCheck it: ctx verify --signers ALLOWED_SIGNERS, as ctx docs evidence shows\n`;
  },
});

/** It is made where it is missing; the folder around it must be there. */
function folderFor(folder: string): string {
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there?.isDirectory()) return folder;
  if (there !== undefined) throw fail('out_not_folder', { operation: 'write', target: folder });
  const parent = dirname(folder);
  if (!statSync(parent, { throwIfNoEntry: false })?.isDirectory())
    throw fail('out_parent_missing', { operation: 'write', target: folder, parent });
  return folder;
}
