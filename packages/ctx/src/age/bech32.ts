// Bech32 (BIP 173), the text form of age's keys: a prefix, the bytes five bits a letter, and a checksum.

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

export interface Bech32 {
  readonly prefix: string;
  readonly bytes: Buffer;
}

export function encodeBech32(prefix: string, bytes: Uint8Array): string {
  const words = regroup(bytes, 8, 5, true) ?? [];
  const checksum = checksumOf(prefix, words);
  return `${prefix}1${[...words, ...checksum].map((word) => alphabet[word]).join('')}`;
}

/** Nothing for text that is not Bech32: wrong letters, mixed case, or a typing mistake that the checksum shows. */
export function decodeBech32(text: string): Bech32 | undefined {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return undefined;
  const end = lower.lastIndexOf('1');
  if (end < 1) return undefined;
  const prefix = lower.slice(0, end);
  const words = Array.from(lower.slice(end + 1), (letter) => alphabet.indexOf(letter));
  if (words.length < 6 || words.includes(-1)) return undefined;
  const data = words.slice(0, -6);
  if (checksumOf(prefix, data).join() !== words.slice(-6).join()) return undefined;
  const bytes = regroup(data, 5, 8, false);
  return bytes === undefined ? undefined : { prefix, bytes: Buffer.from(bytes) };
}

function checksumOf(prefix: string, words: readonly number[]): number[] {
  const letters = Array.from(prefix, (letter) => letter.charCodeAt(0));
  const spread = [...letters.map((code) => code >> 5), 0, ...letters.map((code) => code & 31)];
  const rest = polymod([...spread, ...words, 0, 0, 0, 0, 0, 0]) ^ 1;
  return [25, 20, 15, 10, 5, 0].map((shift) => (rest >> shift) & 31);
}

function polymod(values: readonly number[]): number {
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  let sum = 1;
  for (const value of values) {
    const top = sum >> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [i, word] of generator.entries()) if ((top >> i) & 1) sum ^= word;
  }
  return sum;
}

/** The same bits in groups of another size. Bits left over must be zeros, and fewer than a group. */
function regroup(values: Iterable<number>, from: number, to: number, pad: boolean): number[] | undefined {
  const groups: number[] = [];
  const mask = (1 << to) - 1;
  let bits = 0;
  let held = 0;
  for (const value of values) {
    held = ((held << from) | value) & 0xfff;
    bits += from;
    while (bits >= to) {
      bits -= to;
      groups.push((held >> bits) & mask);
    }
  }
  const rest = (held << (to - bits)) & mask;
  if (pad) return bits > 0 ? [...groups, rest] : groups;
  return bits < from && rest === 0 ? groups : undefined;
}
