// SHA-256 of a few kilobytes without node:crypto: to load that takes a hook longer than all else that it does. Longer inputs are faster there.

const longest = 8 * 1024;

/** As `digestOf` in chain.ts gives it. */
export function smallDigest(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const hex = bytes.length > longest ? hexByNode(bytes) : hexOf(bytes);
  return `sha256:${hex}`;
}

function hexByNode(bytes: Uint8Array): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', bytes);
}

function hexOf(bytes: Uint8Array): string {
  const { rounds, start } = constants();
  const state = Int32Array.from(start);
  const padded = withLength(bytes);
  const words = new Int32Array(64);
  for (let block = 0; block < padded.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = padded.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = words[i - 15] ?? 0;
      const b = words[i - 2] ?? 0;
      const first = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
      const second = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
      words[i] = ((words[i - 16] ?? 0) + first + (words[i - 7] ?? 0) + second) | 0;
    }
    mix(state, words, rounds);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function mix(state: Int32Array, words: Int32Array, rounds: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + sum + ((e & f) ^ (~e & g)) + (rounds[i] ?? 0) + (words[i] ?? 0)) | 0;
    const other = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (other + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = ((state[i] ?? 0) + word) | 0;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** A one, zeros, and the length in bits: whole blocks of 64 bytes. */
function withLength(bytes: Uint8Array): DataView {
  const padded = new Uint8Array(64 * Math.ceil((bytes.length + 9) / 64));
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  return view;
}

/** The first bits behind the point of the roots of the first primes. */
function constants(): { readonly rounds: Int32Array; readonly start: Int32Array } {
  const primes: number[] = [];
  for (let number = 2; primes.length < 64; number++)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  const bits = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  return {
    rounds: Int32Array.from(primes, (prime) => bits(Math.cbrt(prime))),
    start: Int32Array.from(primes.slice(0, 8), (prime) => bits(Math.sqrt(prime))),
  };
}
