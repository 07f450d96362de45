// Dependency names of one ecosystem and the technologies that each stands for. Names match whole, or by scope.

/**
 * One dependency a line: its name, then the technologies, or `-` for none. A name that ends in one of `/:.-_` stands for
 * all that begin with it. As text, a table costs a start nothing until it is asked.
 */
export type DependencyTable = string;

/** No table has a longer name. */
const longestName = 100;

/** What a dependency stands for: by its exact name, else by the longest scope that holds it. */
export function technologiesOf(table: DependencyTable, dependency: string): readonly string[] {
  if (/\s/.test(dependency)) return [];
  const exact = meaning(table, dependency);
  if (exact !== undefined) return exact;
  for (let end = Math.min(dependency.length, longestName) - 1; end > 0; end--) {
    if (!isSeparator(dependency.charCodeAt(end))) continue;
    const scope = meaning(table, dependency.slice(0, end + 1));
    if (scope !== undefined) return scope;
  }
  return [];
}

/** What a dependency stands for by its exact name, if there is a row for it. */
export function namedExactly(table: DependencyTable, dependency: string): readonly string[] {
  return /\s/.test(dependency) ? [] : (meaning(table, dependency) ?? []);
}

/** One of `-./:_`. */
function isSeparator(code: number): boolean {
  return (code >= 0x2d && code <= 0x2f) || code === 0x3a || code === 0x5f;
}

function meaning(table: DependencyTable, name: string): readonly string[] | undefined {
  if (name === '' || name.length > longestName) return undefined;
  const at = table.indexOf(`\n${name} `);
  if (at === -1) return undefined;
  const from = at + name.length + 2;
  const row = table.slice(from, table.indexOf('\n', from));
  return row === '-' ? [] : row.split(' ');
}
