// `{a,b}` in a pattern, and what else makes several patterns of one.

/** Nobody writes more by hand; somebody may write `{a,b}{a,b}{a,b}…`. */
const most = 256;

/** Nothing where there would be too many. Braces without a comma, or without their partner, are letters. */
export function alternatives(pattern: string): readonly string[] | undefined {
  let open = [pattern];
  const done: string[] = [];
  while (open.length > 0) {
    const next: string[] = [];
    for (const text of open) {
      const parts = firstChoice(text);
      if (parts === undefined) done.push(text);
      else next.push(...parts);
      if (done.length + next.length > most) return undefined;
    }
    open = next;
  }
  return done;
}

/** The pattern once for each choice of its first braces. */
function firstChoice(text: string): string[] | undefined {
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start + 1)) {
    const cuts = cutsOf(text, start);
    const end = cuts?.at(-1);
    if (cuts === undefined || end === undefined || cuts.length < 3) continue;
    return cuts
      .slice(0, -1)
      .map((cut, index) => text.slice(0, start) + text.slice(cut + 1, cuts[index + 1]) + text.slice(end + 1));
  }
  return undefined;
}

/** Where the brace opens, its commas, and where it closes. */
function cutsOf(text: string, start: number): number[] | undefined {
  const cuts = [start];
  let depth = 0;
  for (let at = start + 1; at < text.length; at++) {
    const letter = text[at];
    if (letter === '{') depth += 1;
    else if (letter === ',' && depth === 0) cuts.push(at);
    else if (letter === '}' && depth-- === 0) return [...cuts, at];
  }
  return undefined;
}
