// What a pattern on paths stands for. It is written as in .gitignore; besides, `*` stands for slashes, too.

import { posix } from 'node:path';
import { alternatives } from '../text/alternatives.js';
import type { Glob } from './glob.js';

/** What a deny rule may mean: the path, all that is below it, and a name without a slash in any folder. */
export function deniedGlobs(pattern: string): readonly Glob[] | undefined {
  return globsOf(pattern, (form, isName) => {
    const forms = isName ? [form, `*/${form}`] : [form];
    return forms.flatMap((each) => [each, `${each}/*`]);
  });
}

/** What an allow rule says: the path, and for a folder all that is below it. Whose home `~` is, a policy does not know. */
export function allowedGlobs(pattern: string): readonly Glob[] | undefined {
  if (pattern.startsWith('~')) return undefined;
  return globsOf(pattern, (form, _, isFolder) => (isFolder ? [form, `${form}/*`] : [form]));
}

type Meaning = (form: string, isName: boolean, isFolder: boolean) => readonly string[];

/** Nothing where the pattern stands for too much to be written out. */
function globsOf(pattern: string, meaning: Meaning): readonly Glob[] | undefined {
  const chosen = alternatives(pattern)?.map((text) => posix.normalize(text));
  const forms = chosen?.flatMap((text) => {
    const isFolder = text.endsWith('/') && text.length > 1;
    const plain = isFolder ? text.slice(0, -1) : text;
    const isName = !plain.includes('/');
    return anyDepth(plain).flatMap((form) => meaning(form, isName, isFolder));
  });
  return forms === undefined || forms.length > 1_024 ? undefined : [...new Set(forms)].map(globOf);
}

/** `**` + `/` stands for no folder as well; a slash at the start for the workspace, `~/` for anybody's home. */
function anyDepth(text: string): readonly string[] {
  if (text.startsWith('~/')) return [text, `/*${text.slice(1)}`];
  if (text.startsWith('/')) return [text, ...anyDepth(text.slice(1))];
  let forms = [text];
  for (let times = 0; times < 5; times++) {
    forms = forms.flatMap((form) =>
      /(?:^|\/)\*\*\//.test(form)
        ? [form.replace(/(^|\/)\*\*\//, '$1'), form.replace(/(^|\/)\*\*\//, '$1*/')]
        : [form],
    );
  }
  return forms;
}

const set = /\[(!|\^)?(\]?[^\]]*)\]/y;

function globOf(text: string): Glob {
  const pieces: (string | RegExp)[] = [];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (letter === '*') {
      if (pieces.at(-1) !== '*') pieces.push('*');
    } else if (letter === '?') pieces.push(oneOf('^', ''));
    else if (letter === '\\' && at + 1 < text.length) {
      at += 1;
      pieces.push(text[at] === '*' ? /\*/ : (text[at] ?? ''));
    } else if (letter === '[') {
      set.lastIndex = at;
      const [whole = letter, negation = '', members] = set.exec(text) ?? [];
      pieces.push(members === undefined || members === '' ? letter : oneOf(negation && '^', members));
      at += whole.length - 1;
    } else pieces.push(letter);
  }
  return pieces;
}

/** Never a slash, and never what stands for a whole path that is not known. */
function oneOf(negation: string, members: string): RegExp {
  const inside = members.replace(/[\\\]^[]/g, '\\$&');
  try {
    return new RegExp(negation === '^' ? `[^/\\0${inside}]` : `(?![/\\0])[${inside}]`);
  } catch {
    // `[z-a]`: nothing is between them.
    return /(?!)/;
  }
}
