// The little of DER that it takes to hand a key to Node.

export function sequence(...parts: readonly Uint8Array[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

/** A whole number, from its bytes. */
export function integer(magnitude: Uint8Array): Buffer {
  const isNegative = (magnitude[0] ?? 0) >= 0x80;
  if (magnitude.length === 0) return tagged(0x02, Buffer.alloc(1));
  return tagged(0x02, isNegative ? Buffer.concat([Buffer.alloc(1), magnitude]) : magnitude);
}

export function octets(bytes: Uint8Array): Buffer {
  return tagged(0x04, bytes);
}

export function bits(bytes: Uint8Array): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.alloc(1), bytes]));
}

export function explicit(number: number, content: Uint8Array): Buffer {
  return tagged(0xa0 | number, content);
}

/** An object identifier, from the hexadecimal of its bytes. */
export function identifier(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

export const nothing = Buffer.from([0x05, 0x00]);

function tagged(tag: number, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = Buffer.from(
    length.toString(16).padStart(length < 0x100 ? 2 : length < 0x10000 ? 4 : 8, '0'),
    'hex',
  );
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}
