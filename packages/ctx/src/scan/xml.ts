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
  const tag = /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/y;
  let line = 1;
  let counted = 0;
  let textFrom = 0;
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', Math.max(textFrom, at + 1))) {
    const end = endOfAside(xml, at);
    if (end === 'never') return undefined;
    tag.lastIndex = at;
    const match = end === undefined ? tag.exec(xml) : null;
    if (end === undefined && match === null) continue;
    const parent = open.at(-1);
    if (parent !== undefined) parent.text += xml.slice(textFrom, at);
    textFrom = end ?? tag.lastIndex;
    if (match === null) continue;
    const [, closing, name = '', attributes = '', empty] = match;
    for (; counted < at; counted++) if (xml.charCodeAt(counted) === 0x0a) line++;
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

/** Where a comment, CDATA or a declaration that begins here ends; nothing where none begins. */
function endOfAside(xml: string, at: number): number | 'never' | undefined {
  const next = xml[at + 1];
  if (next !== '!' && next !== '?') return undefined;
  const close = xml.startsWith('<!--', at) ? '-->' : xml.startsWith('<![CDATA[', at) ? ']]>' : '>';
  const end = xml.indexOf(close, at + (close === '-->' ? 4 : 2));
  return end === -1 ? 'never' : end + close.length;
}

function attributesOf(source: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', double, single] of source.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    found[name] = double ?? single ?? '';
  }
  return found;
}
