// SSH's way of writing values (RFC 4251): numbers of four bytes, and texts with their length before them.

/** Bytes that are not what they should be. Never holds any of them: they may be of a key. */
export class WireFault extends Error {
  override readonly name = 'WireFault';
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function wireString(value: string | Uint8Array): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([u32(bytes.length), bytes]);
}

/** A number as SSH writes one that is never negative: no zero too many before it. */
export function wireNumber(magnitude: Uint8Array): Buffer {
  const first = magnitude.findIndex((byte) => byte !== 0);
  const bytes = first === -1 ? Buffer.alloc(0) : magnitude.subarray(first);
  return wireString((bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes);
}

export interface WireReader {
  readonly left: number;
  u8(): number;
  u32(): number;
  bytes(length: number): Buffer;
  string(): Buffer;
  text(): string;
  /** A number, without the zero that keeps it from being negative. */
  number(): Buffer;
  /** Nothing may follow. */
  end(): void;
}

export function wireReader(all: Buffer): WireReader {
  let at = 0;
  const bytes = (length: number): Buffer => {
    if (length > all.length - at) throw new WireFault('it ends too early');
    at += length;
    return all.subarray(at - length, at);
  };
  const number32 = () => bytes(4).readUInt32BE();
  const string = () => bytes(number32());
  return {
    get left() {
      return all.length - at;
    },
    u8: () => bytes(1).readUInt8(),
    u32: number32,
    bytes,
    string,
    text: () => string().toString('latin1'),
    number() {
      const value = string();
      if ((value[0] ?? 0) >= 0x80) throw new WireFault('a number is negative');
      return value[0] === 0 ? value.subarray(1) : value;
    },
    end() {
      if (at !== all.length) throw new WireFault('there is more than there should be');
    },
  };
}
