/** Which modules a module loads at once, as opposed to on demand. The plugin has to be part of the bundle. */
export function importGraph() {
  const modules = new Map();
  const plugin = { name: 'import-graph', moduleParsed: (info) => void modules.set(info.id, info) };
  const reachableFrom = remembered((start) => {
    const reached = new Set();
    const visit = (id) => {
      if (reached.has(id)) return;
      reached.add(id);
      for (const imported of modules.get(id)?.importedIds ?? []) visit(imported);
    };
    visit(start);
    return reached;
  });
  /** What the module, or anything that it loads at once, loads on demand. */
  const demandedBy = remembered((start) =>
    [...reachableFrom(start)].flatMap((id) => modules.get(id)?.dynamicallyImportedIds ?? []),
  );
  const sizeOf = (id) => modules.get(id)?.code?.length ?? 0;
  const all = () => [...modules.keys()].sort();
  return { plugin, all, reachableFrom, demandedBy, sizeOf, remembered };
}

/** Asked only after all modules were parsed, so an answer stays what it is. */
function remembered(answer) {
  const known = new Map();
  return (id) => {
    if (!known.has(id)) known.set(id, answer(id));
    return known.get(id);
  };
}
