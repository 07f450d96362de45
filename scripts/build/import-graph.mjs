/** Which modules a module loads at once, as opposed to on demand. The plugin has to be part of the bundle. */
export function importGraph() {
  const imports = new Map();
  const demands = new Map();
  const plugin = {
    name: 'import-graph',
    moduleParsed: ({ id, importedIds, dynamicallyImportedIds }) => {
      imports.set(id, importedIds);
      demands.set(id, dynamicallyImportedIds);
    },
  };
  const known = new Map();
  const reachableFrom = (start) => {
    if (known.has(start)) return known.get(start);
    const reached = new Set();
    const visit = (id) => {
      if (reached.has(id)) return;
      reached.add(id);
      for (const imported of imports.get(id) ?? []) visit(imported);
    };
    visit(start);
    known.set(start, reached);
    return reached;
  };
  /** What the module, or anything that it loads at once, loads on demand. */
  const demandedBy = (start) => [...reachableFrom(start)].flatMap((id) => demands.get(id) ?? []);
  return { plugin, reachableFrom, demandedBy };
}
