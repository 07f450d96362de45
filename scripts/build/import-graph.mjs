/** Which modules a module loads at once, as opposed to on demand. The plugin has to be part of the bundle. */
export function importGraph() {
  const modules = new Map();
  const plugin = { name: 'import-graph', moduleParsed: (info) => void modules.set(info.id, info) };
  const reached = once((start) => {
    const found = new Set([start]);
    for (const id of found) for (const imported of modules.get(id)?.importedIds ?? []) found.add(imported);
    return found;
  });
  const loads = (start, id) => reached(start).has(id);
  const loadedBy = (start) => [...reached(start)];
  /** What the module, or anything that it loads at once, loads on demand. */
  const demandedBy = (start) =>
    loadedBy(start).flatMap((id) => modules.get(id)?.dynamicallyImportedIds ?? []);
  const all = () => [...modules.keys()].sort();
  return { plugin, all, loads, loadedBy, demandedBy, once };
}

/** Asked only after all modules were parsed, so an answer stays what it is. */
function once(answer) {
  const known = new Map();
  return (id) => {
    if (!known.has(id)) known.set(id, answer(id));
    return known.get(id);
  };
}
