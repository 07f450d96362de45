// What a program printed, with the colours that it printed it in. Only colours and weights are obeyed: whatever else steers a
// terminal stays written out, and nothing can be hidden by being painted in the colour of its ground.

/** A piece of a text, and the classes of a page's style that paint it; none where it is not painted. */
export interface Painted {
  readonly text: string;
  readonly classes: string;
}

interface Look {
  readonly weight?: 'bold' | 'dim' | undefined;
  readonly italic?: boolean | undefined;
  readonly underline?: boolean | undefined;
  /** Of sixteen. */
  readonly colour?: number | undefined;
  readonly ground?: number | undefined;
  readonly inverse?: boolean | undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a sequence begins with one.
const sequence = /\u001b\[([\d;]{0,40})m/g;
/** More changes of colour than this a page does not paint. */
const mostChanges = 20_000;

export function painted(text: string): Painted[] {
  if (!text.includes('\u001b[')) return [{ text, classes: '' }];
  const pieces: Painted[] = [];
  let look: Look = {};
  let at = 0;
  let changes = 0;
  const put = (piece: string) => {
    if (piece !== '') pieces.push({ text: piece, classes: classesOf(look) });
  };
  for (const match of text.matchAll(sequence)) {
    changes += 1;
    if (changes > mostChanges) break;
    put(text.slice(at, match.index));
    look = changed(look, match[1] ?? '');
    at = match.index + match[0].length;
  }
  put(text.slice(at));
  return pieces;
}

function changed(before: Look, parameters: string): Look {
  const codes = parameters.split(';').map(Number);
  let look = before;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0;
    if (code === 38 || code === 48) {
      const { colour, used } = extended(codes.slice(i + 1, i + 5));
      look = code === 38 ? { ...look, colour } : { ...look, ground: colour };
      i += used;
    } else look = step(look, code);
  }
  return look;
}

function step(look: Look, code: number): Look {
  if (code === 0) return {};
  if (code === 1) return { ...look, weight: 'bold' };
  if (code === 2) return { ...look, weight: 'dim' };
  if (code === 22) return { ...look, weight: undefined };
  if (code === 3 || code === 23) return { ...look, italic: code === 3 };
  if (code === 4 || code === 24) return { ...look, underline: code === 4 };
  if (code === 7 || code === 27) return { ...look, inverse: code === 7 };
  if (code >= 30 && code <= 37) return { ...look, colour: code - 30 };
  if (code >= 90 && code <= 97) return { ...look, colour: code - 82 };
  if (code === 39) return { ...look, colour: undefined };
  if (code >= 40 && code <= 47) return { ...look, ground: code - 40 };
  if (code >= 100 && code <= 107) return { ...look, ground: code - 92 };
  return code === 49 ? { ...look, ground: undefined } : look;
}

/** One of 256, or red, green and blue, as the nearest of the sixteen. */
function extended([mode = 0, ...rest]: readonly number[]): { colour: number | undefined; used: number } {
  if (mode === 5) return { colour: ofMany(rest[0] ?? 0), used: 2 };
  if (mode === 2) return { colour: nearest(rest[0] ?? 0, rest[1] ?? 0, rest[2] ?? 0), used: 4 };
  return { colour: undefined, used: 0 };
}

function ofMany(index: number): number {
  if (index < 16) return index;
  if (index >= 232) return nearest((index - 232) * 10 + 8, (index - 232) * 10 + 8, (index - 232) * 10 + 8);
  const cube = index - 16;
  const level = (value: number) => (value === 0 ? 0 : value * 40 + 55);
  return nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

function nearest(red: number, green: number, blue: number): number {
  const brightest = Math.max(red, green, blue);
  if (brightest < 50) return 0;
  const isOn = (value: number) => (value > brightest / 2 ? 1 : 0);
  const base = isOn(red) + 2 * isOn(green) + 4 * isOn(blue);
  return brightest > 200 ? base + 8 : base;
}

function classesOf({ weight, italic, underline, colour, ground, inverse }: Look): string {
  const [ink, paper] = inverse ? [ground, colour ?? 7] : [colour, ground];
  return [
    weight === undefined ? '' : `t-${weight}`,
    italic ? 't-italic' : '',
    underline ? 't-under' : '',
    paper === undefined ? '' : `g${paper % 8}`,
    ink === undefined ? '' : `c${ink}`,
  ]
    .filter((name) => name !== '')
    .join(' ');
}
