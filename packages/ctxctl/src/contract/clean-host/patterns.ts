// Patterns for paths, as people write them: `*` within a name, `**` over folders. A path also names all that is below
// it, and `!` takes away what the others name.

export function matchesAny(patterns: readonly string[], path: string): boolean {
  const taken = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const given = patterns.filter((pattern) => !pattern.startsWith('!'));
  return (
    given.some((pattern) => matchesPath(pattern, path)) &&
    !taken.some((pattern) => matchesPath(pattern, path))
  );
}

export function matchesPath(pattern: string, path: string): boolean {
  return expressionOf(pattern.replace(/\/$/, '')).test(path);
}

/** Whether a folder leads to something that a pattern names. */
export function leadsTo(folder: string, patterns: readonly string[]): boolean {
  const depth = folder.split('/').length;
  return patterns.some((pattern) => {
    const parts = pattern.split('/');
    const outer = parts.slice(0, depth);
    return parts.length > depth && (outer.includes('**') || matchesPath(outer.join('/'), folder));
  });
}

function expressionOf(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|[\\^$+.()|[\]{}]/g, (sign) => signs[sign] ?? `\\${sign}`);
  return new RegExp(`^${source}(?:/.*)?$`, 's');
}

const signs: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
