// JSON, TOML and YAML of strangers: parsed with limits, and never more than a problem in words when they are broken.

import { withoutComments } from './comments.js';

export type Parsed<T> = { readonly value: T } | { readonly problem: string };

/** Deeper nesting than any real manifest has. */
const deepest = 100;
const mostAliases = 50;

export async function parseJson(text: string): Promise<Parsed<unknown>> {
  if (nestsTooDeep(text)) return { problem: `it nests deeper than ${deepest} levels` };
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const first = attempt(plain);
  if ('value' in first) return first;
  // tsconfig.json and its like allow comments and a comma too many.
  const second = attempt(withoutComments(plain));
  return 'value' in second ? second : { problem: `not valid JSON: ${second.problem}` };
}

function attempt(text: string): Parsed<unknown> {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const position = /position (\d+)/.exec(firstLine(error))?.[1];
    const line = position === undefined ? text.split('\n').length : lineAt(text, Number(position));
    return { problem: `broken in line ${line}` };
  }
}

export async function parseToml(text: string): Promise<Parsed<unknown>> {
  if (nestsTooDeep(text)) return { problem: `it nests deeper than ${deepest} levels` };
  const { parse } = await import('smol-toml');
  try {
    return { value: parse(text) };
  } catch (error) {
    return { problem: `not valid TOML: ${firstLine(error)}` };
  }
}

/** All documents of a stream. Aliases are counted, so a document that multiplies itself is refused. */
export async function parseYaml(text: string): Promise<Parsed<readonly unknown[]>> {
  const { CORE_SCHEMA, loadAll, mapTag, mergeTag, seqTag, strTag } = await import('js-yaml');
  // A tag of somebody's own, such as Compose's `!reset`, leaves the value as it is written.
  const own = [mapTag, seqTag, strTag].map((tag) => ({
    ...tag,
    tagName: '!',
    matchByTagPrefix: true,
    implicit: false as const,
  }));
  try {
    const documents: unknown[] = loadAll(closedDeeper(text), {
      schema: CORE_SCHEMA.withTags(mergeTag, own),
      maxAliases: mostAliases,
      maxDepth: deepest,
    });
    return { value: documents };
  } catch (error) {
    return { problem: `not valid YAML: ${firstLine(error)}` };
  }
}

/** Docker's parser lets a bracket close at the indentation of its key; the standard wants it further in. */
function closedDeeper(text: string): string {
  return text.replace(/^ *[\]}]/gm, '        $&');
}

/** Brackets alone, strings left out: enough to keep a parser's stack whole. */
function nestsTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === 0x22) inString = !inString;
    else if (inString && character === 0x5c) i++;
    else if (inString && character === 0x0a) inString = false;
    else if (!inString && (character === 0x5b || character === 0x7b) && ++depth > deepest) return true;
    else if (!inString && (character === 0x5d || character === 0x7d)) depth--;
  }
  return false;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0] ?? message;
}
