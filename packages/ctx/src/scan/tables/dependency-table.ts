// Dependency names of one ecosystem and the technologies that each stands for. Names match whole, or by scope.

/** Values are names of technologies, separated by spaces. A key that ends in `/` or `:` stands for a whole scope. */
export type DependencyTable = Readonly<Record<string, string>>;

/** What a dependency stands for: by its exact name, else by the longest scope that holds it. */
export function technologiesOf(table: DependencyTable, dependency: string): readonly string[] {
  const exact = meaning(table, dependency);
  if (exact !== undefined) return exact.split(' ');
  for (let end = dependency.length - 1; end > 0; end--) {
    const character = dependency[end];
    if (character !== '/' && character !== ':') continue;
    const scope = meaning(table, dependency.slice(0, end + 1));
    if (scope !== undefined) return scope.split(' ');
  }
  return [];
}

function meaning(table: DependencyTable, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
