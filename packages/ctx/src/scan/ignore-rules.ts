// The rules of a .gitignore file: the last one that matches decides, `!` takes a path back in.

/** The rules of one file. */
export interface IgnoreRules {
  /** The folder of the file; its rules see paths from there on. */
  readonly from: string;
  /** What stands before every asked path, where the walk starts below that folder. */
  readonly before: string;
  readonly rules: readonly Rule[];
}

interface Rule {
  readonly pattern: RegExp;
  readonly folderOnly: boolean;
  readonly takesBack: boolean;
}

/** `from` is the file's folder seen from the top of the tree, `below` the walk's root seen from there. */
export function parseIgnoreFile(text: string, from: string, below: string): IgnoreRules {
  return { from, before: below === '' ? '' : `${below}/`, rules: text.split('\n').flatMap(ruleOf) };
}

export function ignores(files: readonly IgnoreRules[], path: string, folder: boolean): boolean {
  for (let i = files.length - 1; i >= 0; i--) {
    const file = files[i];
    if (file === undefined) continue;
    const whole = file.before + path;
    if (file.from !== '' && !whole.startsWith(`${file.from}/`)) continue;
    const own = file.from === '' ? whole : whole.slice(file.from.length + 1);
    for (let j = file.rules.length - 1; j >= 0; j--) {
      const rule = file.rules[j];
      if (rule === undefined || (rule.folderOnly && !folder) || !rule.pattern.test(own)) continue;
      return !rule.takesBack;
    }
  }
  return false;
}

function ruleOf(line: string): Rule[] {
  let glob = line.replace(/\r$/, '').replace(/(?<!\\) +$/, '');
  if (glob === '' || glob.startsWith('#') || glob.length > 1000) return [];
  const takesBack = glob.startsWith('!');
  if (takesBack) glob = glob.slice(1);
  const folderOnly = glob.endsWith('/');
  if (folderOnly) glob = glob.slice(0, -1);
  // A slash at the beginning or in the middle ties the rule to the file's own folder.
  const tied = glob.includes('/');
  if (glob.startsWith('/')) glob = glob.slice(1);
  try {
    return [{ pattern: new RegExp(`^${tied ? '' : '(?:.*/)?'}${globSource(glob)}$`), folderOnly, takesBack }];
  } catch {
    return [];
  }
}

function globSource(glob: string): string {
  let source = '';
  for (let i = 0; i < glob.length; i++) {
    const rest = glob.slice(i);
    if (rest.startsWith('**/')) {
      source += '(?:.*/)?';
      i += 2;
    } else if (rest === '/**') {
      source += '/.*';
      i += 2;
    } else if (rest.startsWith('/**/')) {
      source += '/(?:.*/)?';
      i += 3;
    } else if (rest.startsWith('*')) {
      while (glob[i + 1] === '*') i++;
      source += '[^/]*';
    } else if (rest.startsWith('?')) source += '[^/]';
    else if (rest.startsWith('[') && rest.indexOf(']', 2) !== -1) {
      const end = rest.indexOf(']', 2);
      source += `[${rest.slice(1, end).replace(/^!/, '^').replaceAll('\\', '\\\\')}]`;
      i += end;
    } else {
      const character = rest.startsWith('\\') ? (glob[++i] ?? '\\') : glob[i];
      source += (character ?? '').replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    }
  }
  return source;
}
