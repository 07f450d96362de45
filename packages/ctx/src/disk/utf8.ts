// Bytes as text, for what is started with every event of a host.

declare global {
  interface Buffer {
    /** What `toString()` calls, without the way there: V8 would compile that anew in every process. */
    utf8Slice(): string;
  }
}

export function utf8(bytes: Uint8Array): string {
  return Buffer.prototype.utf8Slice.call(bytes);
}
