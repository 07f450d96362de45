// The elements of a project file in XML. What a DTD declares is not expanded and not fetched.

import { SaxesParser } from 'saxes';

export interface Element {
  /** Names from the root down: `project/dependencies/dependency`. */
  readonly path: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly line: number;
  text: string;
}

/** Paths grow with the depth, so that their sum would be its square. */
const deepest = 200;

/** All elements in the order in which they open. Nothing when it is not well-formed. */
export function elementsOf(xml: string): Element[] | undefined {
  const parser = new SaxesParser();
  const found: Element[] = [];
  const open: Element[] = [];
  let line = 1;
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  const stop = () => {
    throw new Unreadable();
  };
  parser.on('error', stop);
  parser.on('doctype', (declarations) => {
    for (const [, name = ''] of declarations.matchAll(/<!ENTITY\s+([^\s%"'>]+)/g))
      parser.ENTITIES[name] = `&${name};`;
  });
  parser.on('opentagstart', () => {
    // The character behind the name was read already.
    line = parser.column === 0 ? parser.line - 1 : parser.line;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const path = `${open.at(-1)?.path ?? ''}/${name}`.replace(/^\//, '');
    if (open.length === deepest) stop();
    const element = { path, attributes, line, text: '' };
    found.push(element);
    open.push(element);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
  });
  try {
    parser.write(xml).close();
    return found;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

/** Ends the parsing at the first fault: the parser itself would go on, and take seconds for a file full of them. */
class Unreadable extends Error {
  override readonly name = 'Unreadable';
}
