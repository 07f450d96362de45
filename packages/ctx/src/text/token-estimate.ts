/** Bytes by four, rounded up: conservative for prose, and the same on every machine. */
export function tokensOfText(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}
