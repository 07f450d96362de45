// A `ctx://` link, read strictly: a web page may have written it. What does not fit the grammar exactly is no link.

import { isUtf8 } from 'node:buffer';

/**
 *     ctx://session/ID            ctx://session/ID/record/N
 *     ctx://report/ID             ctx://prompt?text=TEXT
 *
 * Each takes `project=PATH`, once.
 */
export type Link =
  | { readonly kind: 'session'; readonly id: string; readonly project?: string }
  | { readonly kind: 'record'; readonly id: string; readonly record: number; readonly project?: string }
  | { readonly kind: 'report'; readonly id: string; readonly project?: string }
  | { readonly kind: 'prompt'; readonly text: string; readonly project?: string };

/** Why a text is no link. */
export interface NoLink {
  readonly reason: string;
}

const longestLink = 8192;
const longestText = 4000;
const mostLines = 40;
const longestProject = 1024;

const shape = /^ctx:\/\/([a-z]+)((?:\/[A-Za-z0-9_-]+)*)(?:\?([A-Za-z0-9._~!$'()*+,;:@/%&=-]*))?$/;
const idShape = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

export function parseLink(text: string): Link | NoLink {
  if (text.length > longestLink) return { reason: `it has more than ${longestLink} characters` };
  const [, kind, path = '', query] = shape.exec(text) ?? [];
  if (kind === undefined) return { reason: 'it does not look like one' };
  const allowed = kind === 'prompt' ? ['text', 'project'] : ['project'];
  const values = queryOf(query, allowed);
  if ('reason' in values) return values;
  const { text: said, project } = values.found;
  const where = project === undefined ? {} : { project };
  if (project !== undefined && !isPlainPath(project))
    return { reason: 'its project is not a plain absolute path' };
  const parts = path.split('/').slice(1);
  if (kind === 'prompt') return promptLink(parts, said, where);
  const [id = '', word, number = '', ...more] = parts;
  if (!idShape.test(id)) return { reason: 'it names no session' };
  if (kind === 'report' && word === undefined) return { kind, id, ...where };
  if (kind === 'session' && word === undefined) return { kind, id, ...where };
  const isRecord =
    kind === 'session' && word === 'record' && /^(0|[1-9]\d{0,8})$/.test(number) && more.length === 0;
  return isRecord
    ? { kind: 'record', id, record: Number(number), ...where }
    : { reason: `it asks for \`${kind}${path}\`, which does not exist` };
}

function promptLink(
  parts: readonly string[],
  text: string | undefined,
  where: { project?: string },
): Link | NoLink {
  if (parts.length > 0) return { reason: 'a prompt has no path' };
  if (text === undefined || text.trim() === '') return { reason: 'its prompt is empty' };
  if (text.length > longestText) return { reason: `its prompt has more than ${longestText} characters` };
  // What scrolled away before the question was not read.
  if (text.split('\n').length > mostLines) return { reason: `its prompt has more than ${mostLines} lines` };
  // What is shown before the question must be all that is sent.
  if (hidden.test(text)) return { reason: 'its prompt contains invisible characters' };
  return { kind: 'prompt', text, ...where };
}

/** Controls but for line ends and tabs, marks of direction, joiners, tags, private use. */
const hidden = /[^\P{C}\n\t]|[\u2028\u2029\u115f\u1160\u3164\uffa0]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/u;

function isPlainPath(path: string): boolean {
  return (
    path.length <= longestProject &&
    path.startsWith('/') &&
    !hidden.test(path) &&
    !/[\n\t]|\/\.\.?(\/|$)/.test(path)
  );
}

function queryOf(
  query: string | undefined,
  allowed: readonly string[],
): { readonly found: Readonly<Record<string, string>> } | NoLink {
  const found: Record<string, string> = {};
  for (const pair of query === undefined ? [] : query.split('&')) {
    const at = pair.indexOf('=');
    const name = at < 0 ? pair : pair.slice(0, at);
    if (!allowed.includes(name))
      return { reason: `it says \`${name.slice(0, 40)}\`, which this link does not take` };
    if (Object.hasOwn(found, name)) return { reason: `it says \`${name}\` twice` };
    const value = decoded(at < 0 ? '' : pair.slice(at + 1));
    if (value === undefined) return { reason: 'its percent signs encode no text' };
    found[name] = value;
  }
  return { found };
}

/** Only `%` and two digits, and only UTF-8; a plus is a plus. */
function decoded(text: string): string | undefined {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return undefined;
  const bytes = Buffer.from(
    text.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    ),
    'latin1',
  );
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString() : undefined;
}
