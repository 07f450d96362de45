// What `$'…'` stands for. Nothing where that depends on the shell's version or locale.

const letters: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};
const escaped = /\\(?:x([\dA-Fa-f]{1,2})|u([\dA-Fa-f]{1,4})|U([\dA-Fa-f]{1,8})|([0-7]{1,3})|([\s\S]))/g;

export function ansiQuoted(inner: string): string | undefined {
  let known = true;
  const text = inner.replace(
    escaped,
    (_, hex?: string, short?: string, long?: string, octal?: string, letter = '') => {
      const digits = hex ?? short ?? long;
      const code = digits === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(digits, 16);
      const character = Number.isNaN(code) ? letters[letter] : asciiOf(code);
      if (character === undefined) known = false;
      return character ?? '';
    },
  );
  return known ? text : undefined;
}

function asciiOf(code: number): string | undefined {
  return code > 0 && code < 0x80 ? String.fromCharCode(code) : undefined;
}
