// What a settings file of git says, read without git: the file may be a stranger's, and git would follow what it includes.

export interface GitSetting {
  /** As git compares it: `core.hookspath`, `includeif.path`; what stands in quotes between the two is left out. */
  readonly key: string;
  readonly value: string;
}

/** In the order in which they stand. A line that is none ends it, as git would refuse the whole file there. */
export function settingsIn(text: string): readonly GitSetting[] {
  const settings: GitSetting[] = [];
  let section = '';
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) {
    blank.lastIndex = at;
    blank.exec(text);
    at = blank.lastIndex;
    header.lastIndex = at;
    const named = header.exec(text);
    if (named !== null) {
      section = (named[1] ?? '').split('.')[0]?.toLowerCase() ?? '';
      at = header.lastIndex;
      continue;
    }
    name.lastIndex = at;
    const found = name.exec(text);
    if (found === null) break;
    const { value, end } = valueAt(text, name.lastIndex, found[2] === undefined);
    settings.push({ key: `${section}.${(found[1] ?? '').toLowerCase()}`, value });
    at = end;
  }
  return settings;
}

/** Blanks, ends of lines, and comments. */
const blank = /(?:\s|[#;][^\n]*)*/y;
const header = /\[\s*([\w.-]+)(?:\s+"(?:[^"\\\n]|\\.)*")?\s*\]/y;
const name = /([a-z][\w-]*)[ \t]*(=)?[ \t]*/iy;

const escaped: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

/** To the end of the line, without comments and quotes; a backslash at the end goes on with the next line. */
function valueAt(text: string, start: number, isBare: boolean): { value: string; end: number } {
  let value = '';
  let quoted = false;
  /** Blanks at the end count only in quotes. */
  let kept = 0;
  let at = start;
  for (; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (letter === '\n' || (!quoted && (letter === '#' || letter === ';'))) break;
    if (letter === '"') quoted = !quoted;
    else if (letter === '\\') {
      at += text.startsWith('\r\n', at + 1) ? 2 : 1;
      const next = text[at] ?? '';
      if (next !== '\n') value += escaped[next] ?? next;
      kept = value.length;
    } else value += letter;
    if (quoted || !/\s/.test(letter)) kept = value.length;
  }
  return { value: isBare ? '' : value.slice(0, kept), end: at };
}
