// Who signs: a key in a file, one that the agent holds, or one that `ssh-keygen` asks a person for.

import { isAbsolute, join, resolve } from 'node:path';
import { homeFolder } from '../disk/home-folder.js';
import { isThere } from '../disk/is-there.js';
import type { Environment } from '../disk/user-folder.js';
import { gitSigningKey } from '../git/signing-key.js';
import { fail } from '../protocol/codes.js';
import { agentAt, type SshAgent } from './agent.js';
import type { KeyFile } from './key-file.js';
import { lookAtKey, usePrivateKey } from './private-key.js';
import { type PublicKey, publicKeyIn } from './public-key.js';
import { type RsaHash, signWith } from './ssh-signature.js';

export interface Signer {
  readonly publicKey: PublicKey;
  /** Where the key is, as people are told. */
  readonly source: string;
  /** A signature as SSH writes it. The key is read for this moment only. */
  sign(data: Buffer, hash: RsaHash): Promise<Buffer>;
  /** A file that only `ssh-keygen` can sign with: it asks for a passphrase, or for a touch. */
  readonly byPerson?: string;
}

export interface SigningPlace {
  /** The file that `--key` names. */
  readonly key?: string | undefined;
  readonly cwd: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** Whether somebody is at a terminal who can be asked for a passphrase. */
  readonly isAttended: boolean;
}

/** By `--key`, by CTX_SIGNING_KEY_FILE, by git's settings, from the agent, from where ssh keeps keys: the first that there is. */
export async function findSigner(place: SigningPlace): Promise<Signer> {
  const { key, cwd, env } = place;
  const named = key ?? (env['CTX_SIGNING_KEY_FILE'] || undefined);
  if (named !== undefined) return signerOf(resolve(cwd, fromHome(named, env)), place);
  const ofGit = gitSigningKey(cwd, env);
  if (ofGit !== undefined) return signerOfGit(ofGit, place);
  const agent = agentFor(place);
  const [held] = agent === undefined ? [] : await preferred(agent);
  if (agent !== undefined && held !== undefined) return byAgent(agent, held);
  const usual = usualFiles(env).find(isThere);
  if (usual !== undefined) return signerOf(usual, place);
  throw fail('signing_key_missing', { operation: 'sign', target: 'key' });
}

/** What git calls a key: a file, or the public key itself. */
function signerOfGit(text: string, place: SigningPlace): Promise<Signer> {
  const literal = publicKeyIn(text.replace(/^key::/, ''));
  if (literal !== undefined)
    return signerFor({ kind: 'public', publicKey: literal }, 'user.signingkey', place);
  return signerOf(resolve(place.cwd, fromHome(text, place.env)), place);
}

function signerOf(file: string, place: SigningPlace): Promise<Signer> {
  return signerFor(lookAtKey(file), file, place);
}

async function signerFor(shown: KeyFile, file: string, place: SigningPlace): Promise<Signer> {
  if (shown.kind === 'private') return byFile(file, shown.publicKey);
  const secret = file.replace(/\.pub$/, '');
  // A public key's private half lies beside it, without the ending.
  if (shown.kind === 'public' && secret !== file && isThere(secret)) {
    const beside = lookAtKey(secret);
    if (beside.kind === 'private') return byFile(secret, beside.publicKey);
    return signerFor({ ...beside, publicKey: shown.publicKey }, secret, place);
  }
  const { publicKey = publicKeyBeside(file) } = shown;
  const agent = agentFor(place);
  const held = publicKey === undefined ? undefined : await heldBy(agent, publicKey);
  if (agent !== undefined && held !== undefined) return byAgent(agent, held);
  if (shown.kind === 'public' || publicKey === undefined)
    throw fail('signing_key_unusable', {
      operation: 'sign',
      target: file,
      reason:
        shown.kind === 'public'
          ? 'it is a public key, and neither the agent nor a file beside it has the private one'
          : 'it needs a passphrase, and nothing beside it says which key it is',
    });
  if (!place.isAttended)
    throw fail('signing_passphrase', { operation: 'sign', target: file, token: shown.kind === 'token' });
  return { publicKey, source: file, byPerson: file, sign: () => Promise.reject(onlyByPerson(file)) };
}

function byFile(file: string, publicKey: PublicKey): Signer {
  const sign = async (data: Buffer, hash: RsaHash) =>
    usePrivateKey(file, (key, own) => {
      if (!own.blob.equals(publicKey.blob)) throw changed(file);
      return signWith(key, own, data, hash);
    });
  return { publicKey, source: file, sign };
}

function byAgent(agent: SshAgent, publicKey: PublicKey): Signer {
  return { publicKey, source: 'ssh-agent', sign: (data, hash) => agent.sign(publicKey, data, hash) };
}

function agentFor({ env, signal }: SigningPlace): SshAgent | undefined {
  const socket = env['SSH_AUTH_SOCK'] ?? '';
  return socket === '' ? undefined : agentAt({ socket, signal });
}

async function heldBy(agent: SshAgent | undefined, wanted: PublicKey): Promise<PublicKey | undefined> {
  const keys = agent === undefined ? [] : await agent.keys();
  return keys.find(({ blob }) => blob.equals(wanted.blob));
}

/** An ed25519 key before any other. */
async function preferred(agent: SshAgent): Promise<PublicKey[]> {
  const keys = await agent.keys();
  const rank = ({ kind }: PublicKey) => ['ed25519', 'ecdsa', 'rsa'].indexOf(kind);
  return keys.toSorted((a, b) => rank(a) - rank(b));
}

function publicKeyBeside(file: string): PublicKey | undefined {
  if (!isThere(`${file}.pub`)) return undefined;
  return lookAtKey(`${file}.pub`).publicKey;
}

function usualFiles(env: Environment): string[] {
  const folder = join(homeFolder(env), '.ssh');
  return ['id_ed25519', 'id_ecdsa', 'id_rsa'].map((name) => join(folder, name));
}

function fromHome(path: string, env: Environment): string {
  return path.startsWith('~/') && !isAbsolute(path) ? join(homeFolder(env), path.slice(2)) : path;
}

function changed(target: string) {
  return fail('signing_key_unusable', { operation: 'sign', target, reason: 'it changed meanwhile' });
}

function onlyByPerson(target: string) {
  return fail('signing_passphrase', { operation: 'sign', target, token: false });
}
