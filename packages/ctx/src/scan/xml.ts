// Just enough of XML for project files: elements with their path, attributes and text. No entities, no DTD.

export interface Element {
  /** Names from the root down: `project/dependencies/dependency`. */
  readonly path: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly line: number;
  text: string;
}

const deepest = 200;

/** All elements in the order in which they open. Nothing when the nesting is broken. */
export function elementsOf(xml: string): Element[] | undefined {
  const found: Element[] = [];
  const open: Element[] = [];
  const tag =
    /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[?!][^>]*>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
  let line = 1;
  let counted = 0;
  let textFrom = 0;
  for (let match = tag.exec(xml); match !== null; match = tag.exec(xml)) {
    const [whole, closing, name = '', attributes = '', empty] = match;
    const parent = open.at(-1);
    if (parent !== undefined) parent.text += xml.slice(textFrom, match.index);
    textFrom = match.index + whole.length;
    if (name === '') continue;
    for (; counted < match.index; counted++) if (xml.charCodeAt(counted) === 0x0a) line++;
    if (closing === '/') {
      const closed = open.pop();
      if (closed === undefined || !(closed.path === name || closed.path.endsWith(`/${name}`)))
        return undefined;
      continue;
    }
    const element: Element = {
      path: parent === undefined ? name : `${parent.path}/${name}`,
      attributes: attributesOf(attributes),
      line,
      text: '',
    };
    found.push(element);
    if (empty !== '/') open.push(element);
    if (open.length > deepest) return undefined;
  }
  return open.length === 0 && found.length > 0 ? found : undefined;
}

function attributesOf(source: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', double, single] of source.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    found[name] = double ?? single ?? '';
  }
  return found;
}
