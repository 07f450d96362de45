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
  const escaped = new Set([...safe, ...lines, ...inAddresses(secret.toWellFormed()), ...inJson(secret)]);
  return [...escaped].filter((form) => form.length >= shortest && form !== secret);
}

/** Encoders differ in what they leave as it is, in what they make of a blank, and in the case of their digits. */
function inAddresses(secret: string): string[] {
  const usual = encodeURIComponent(secret);
  const strict = usual.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const forms = [usual, strict, strict.replaceAll('%2F', '/'), strict.replaceAll('%20', '+')];
  return [...forms, ...forms.map((form) => form.replace(/%../g, (code) => code.toLowerCase()))];
}

/** Also as PHP writes a slash, as Go writes what HTML has a meaning for, and as Python writes what is not ASCII. */
function inJson(secret: string): string[] {
  const usual = JSON.stringify(secret).slice(1, -1);
  const asCodes = (text: string, signs: RegExp) =>
    text.replace(signs, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [
    usual,
    usual.replaceAll('/', '\\/'),
    asCodes(usual, /[<>&\u2028\u2029]/g),
    asCodes(usual, /[\u0080-\uffff]/g),
  ];
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
