// The SSH agent: which keys it holds, and signatures by them. It may be gone, hang, or wait for a person.

import { createConnection, type Socket } from 'node:net';
import { fail } from '../protocol/codes.js';
import { type PublicKey, publicKeyFrom } from './public-key.js';
import type { RsaHash } from './ssh-signature.js';
import { u32, WireFault, wireReader, wireString } from './wire.js';

const [askKeys, keysAnswer, askSignature, signatureAnswer] = [11, 12, 13, 14];
const rsaFlags: Readonly<Record<RsaHash, number>> = { sha256: 2, sha512: 4 };
/** Longer than any list of keys. */
const longestAnswer = 1 << 20;

export interface SshAgentPlace {
  readonly socket: string;
  readonly signal: AbortSignal;
  /** How long it is waited for: a person may have to confirm, or to touch a token. */
  readonly patienceMs?: number;
}

export interface SshAgent {
  /** Those that can sign here. */
  keys(): Promise<readonly PublicKey[]>;
  sign(key: PublicKey, data: Buffer, hash: RsaHash): Promise<Buffer>;
}

export function agentAt(place: SshAgentPlace): SshAgent {
  const gone = (reason: string) =>
    fail('signing_agent_gone', { operation: 'sign', target: place.socket, reason });
  const ask = async (request: Buffer, wanted: number) => {
    const answer = await exchange(place, request, gone);
    return answer[0] === wanted ? wireReader(answer.subarray(1)) : undefined;
  };
  return {
    async keys() {
      try {
        const reader = await ask(Buffer.from([askKeys]), keysAnswer);
        if (reader === undefined) throw gone('it does not list its keys');
        const count = reader.u32();
        const keys: PublicKey[] = [];
        for (let i = 0; i < count; i++) {
          const key = usable(reader.string());
          reader.string();
          if (key !== undefined) keys.push(key);
        }
        return keys;
      } catch (error) {
        throw error instanceof WireFault ? gone('what it answers makes no sense') : error;
      }
    },
    async sign(key, data, hash) {
      const flags = key.kind === 'rsa' ? rsaFlags[hash] : 0;
      const request = [Buffer.from([askSignature]), wireString(key.blob), wireString(data), u32(flags)];
      const reader = await ask(Buffer.concat(request), signatureAnswer);
      if (reader === undefined) throw fail('signing_refused', { operation: 'sign', target: key.fingerprint });
      try {
        return reader.string();
      } catch (error) {
        throw error instanceof WireFault ? gone('what it answers makes no sense') : error;
      }
    },
  };
}

function usable(blob: Buffer): PublicKey | undefined {
  try {
    return publicKeyFrom(blob);
  } catch (error) {
    // Certificates, and types that nothing here knows.
    if (error instanceof WireFault) return undefined;
    throw error;
  }
}

function exchange(
  { socket: path, signal, patienceMs = 60_000 }: SshAgentPlace,
  request: Buffer,
  gone: (reason: string) => Error,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket: Socket = createConnection({ path });
    let received = Buffer.alloc(0);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      socket.destroy();
      settle();
    };
    const give = (reason: string) => finish(() => reject(gone(reason)));
    const cancel = () => give('it was not waited for any longer');
    const timer = setTimeout(() => give(`it did not answer within ${patienceMs / 1000} seconds`), patienceMs);
    signal.addEventListener('abort', cancel, { once: true });
    socket.on('error', (error) => give('code' in error ? String(error.code) : 'it cannot be reached'));
    socket.on('end', () => give('it hung up'));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 4) return;
      const length = received.readUInt32BE();
      if (length === 0 || length > longestAnswer) give('what it answers makes no sense');
      else if (received.length >= 4 + length) finish(() => resolve(received.subarray(4, 4 + length)));
    });
    // Not ended: an agent that reads the end of a connection closes it without an answer.
    socket.write(Buffer.concat([u32(request.length), request]));
  });
}
