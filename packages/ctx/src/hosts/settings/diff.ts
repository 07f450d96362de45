// Two texts as lines that go and lines that come, with a little of what stays around them.

const around = 2;
const mostLines = 4000;

export function lineDiff(before: string, after: string): string {
  const old = linesOf(before);
  const fresh = linesOf(after);
  const kept = commonLines(old, fresh);
  const rows: { sign: ' ' | '-' | '+'; line: string }[] = [];
  let i = 0;
  let j = 0;
  for (const [oldIndex, freshIndex] of [...kept, [old.length, fresh.length] as const]) {
    while (i < oldIndex) rows.push({ sign: '-', line: old[i++] ?? '' });
    while (j < freshIndex) rows.push({ sign: '+', line: fresh[j++] ?? '' });
    if (i < old.length && j < fresh.length) rows.push({ sign: ' ', line: old[i] ?? '' });
    i += 1;
    j += 1;
  }
  return shown(rows);
}

function shown(rows: readonly { sign: string; line: string }[]): string {
  const near = rows.map((_, at) =>
    rows.slice(Math.max(0, at - around), at + around + 1).some(({ sign }) => sign !== ' '),
  );
  let text = '';
  for (const [at, { sign, line }] of rows.entries()) {
    if (near[at]) text += `${sign} ${line}\n`;
    else if (near[at - 1]) text += '  …\n';
  }
  return text;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}

/** Pairs of places of lines that stay, by the longest common subsequence; of a huge file only its common ends. */
function commonLines(old: readonly string[], fresh: readonly string[]): [number, number][] {
  const pairs: [number, number][] = [];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start])
    pairs.push([start, start++]);
  let end = 0;
  const most = Math.min(old.length, fresh.length) - start;
  while (end < most && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
  const middleOld = old.slice(start, old.length - end);
  const middleFresh = fresh.slice(start, fresh.length - end);
  if (middleOld.length * middleFresh.length <= mostLines * mostLines) {
    for (const [a, b] of longestCommon(middleOld, middleFresh)) pairs.push([a + start, b + start]);
  }
  for (let k = end; k > 0; k--) pairs.push([old.length - k, fresh.length - k]);
  return pairs;
}

function longestCommon(old: readonly string[], fresh: readonly string[]): [number, number][] {
  const width = fresh.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < old.length && j < fresh.length; ) {
    if (old[i] === fresh[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}
