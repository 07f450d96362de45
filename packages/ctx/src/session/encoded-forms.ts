// A secret as it looks in base64 and in hexadecimal digits, alone or in the middle of something longer, in an address
// and in JSON.

/** Shorter ones could be part of anything. */
const shortest = 10;

export function encodedForms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const base64 = [0, 1, 2].map((before) => coreOf(bytes, before));
  const alone = bytes.toString('base64');
  const forms = [hex, hex.toUpperCase(), alone, alone.replace(/=+$/, ''), ...base64];
  // As base64, openssl and xxd break theirs.
  const lines = [...[76, 64].flatMap((length) => linesOf(coreOf(bytes, 0), length)), ...linesOf(hex, 60)];
  const safe = [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
  const escaped = [encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)];
  return [...new Set([...safe, ...lines, ...escaped])].filter(
    (form) => form.length >= shortest && form !== secret,
  );
}

function linesOf(text: string, length: number): string[] {
  const count = text.length > length ? Math.ceil(text.length / length) : 0;
  return Array.from({ length: count }, (_, index) => text.slice(index * length, (index + 1) * length));
}

/** What stays the same whatever stands around it, with so many bytes before it that the first group is not whole. */
function coreOf(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const start = [0, 2, 3][before] ?? 0;
  const bits = (before + bytes.length) * 8;
  return text.slice(start, Math.floor(bits / 6));
}
