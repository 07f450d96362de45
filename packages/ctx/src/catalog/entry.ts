// What the catalog holds: an entry, its kinds, and the strict check that everything from outside passes.

import { isMembers } from '../protocol/members.js';
import { type Kind, kinds } from './kinds.js';

/** Another entry, and why the two belong together. */
export interface Relation {
  readonly id: string;
  readonly reason?: string;
}

export interface Entry {
  /** `kind:owner/name`, lower case. */
  readonly id: string;
  readonly kind: Kind;
  readonly name: string;
  readonly summary: string;
  /** Where it comes from: an address, or the path that it was imported from. */
  readonly source: string;
  readonly licence?: string;
  readonly tags: readonly string[];
  /** Packages that install it, `npm:name`: how an installed one is recognised. */
  readonly packages?: readonly string[];
  /** Words behind the package that an MCP server is started with. */
  readonly args?: readonly string[];
  /** Entries that it needs. */
  readonly requires?: readonly Relation[];
  /** Entries that are used together with it. */
  readonly with?: readonly Relation[];
  /** Entries that do much the same. */
  readonly similar?: readonly Relation[];
  /** Which bundle it came in: a plugin, a marketplace. */
  readonly bundle?: string;
  /** The day of its last change, `2026-11-15`. */
  readonly updated?: string;
  /** Deprecated or archived by its makers. */
  readonly retired?: boolean;
  /** Tokens that it takes in every session, and those when it is used. */
  readonly context?: { readonly always: number; readonly used?: number };
}

export type Checked = { readonly entry: Entry } | { readonly refused: string };

const idForm = /^(skill|agent|mcp|harness):[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*){0,3}$/;
const tagForm = /^[a-z0-9.][a-z0-9.+#-]{0,39}$/;
const known = new Set([
  'id',
  'kind',
  'name',
  'summary',
  'source',
  'licence',
  'tags',
  'packages',
  'args',
  'requires',
  'with',
  'similar',
  'bundle',
  'updated',
  'retired',
  'context',
]);

/** An entry, or why it is none. Nothing is mended silently: what does not fit is refused. */
export function checkEntry(value: unknown): Checked {
  if (!isMembers(value)) return { refused: 'it is not an object' };
  const unknown = Object.keys(value).find((key) => !known.has(key));
  if (unknown !== undefined) return { refused: `it has an unknown key: ${shortened(unknown)}` };
  const {
    id,
    kind,
    name,
    summary,
    source,
    licence,
    tags,
    packages,
    args,
    bundle,
    updated,
    retired,
    context,
  } = value;
  if (!isKind(kind)) return { refused: `its kind is none of ${kinds.join(', ')}` };
  if (typeof id !== 'string' || id.length > 160 || !idForm.test(id)) {
    return { refused: 'its id is not of the form kind:owner/name in lower case' };
  }
  if (!id.startsWith(`${kind}:`)) return { refused: `its id does not begin with its kind, ${kind}` };
  const problem =
    textProblem('name', name, 1, 100) ??
    textProblem('summary', summary, 1, 1024) ??
    textProblem('source', source, 1, 500) ??
    (licence === undefined ? undefined : textProblem('licence', licence, 1, 60)) ??
    (bundle === undefined ? undefined : textProblem('bundle', bundle, 1, 100)) ??
    listProblem('tags', tags, 40, (tag) => tagForm.test(tag)) ??
    (packages === undefined
      ? undefined
      : listProblem('packages', packages, 20, (name) => name.length <= 214)) ??
    (args === undefined ? undefined : listProblem('args', args, 20, (word) => word.length <= 200)) ??
    relationProblem('requires', value['requires']) ??
    relationProblem('with', value['with']) ??
    relationProblem('similar', value['similar']);
  if (problem !== undefined) return { refused: problem };
  if (updated !== undefined && (typeof updated !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(updated))) {
    return { refused: 'its date is not of the form 2026-11-15' };
  }
  if (retired !== undefined && typeof retired !== 'boolean')
    return { refused: 'retired is neither true nor false' };
  if (context !== undefined && !isContext(context))
    return { refused: 'its context is not a count of tokens' };
  const relations = (key: 'requires' | 'with' | 'similar') => {
    const listed = value[key];
    return Array.isArray(listed) && listed.length > 0 ? { [key]: listed.map(relationOf) } : {};
  };
  return {
    entry: {
      id,
      kind,
      name: String(name),
      summary: String(summary),
      source: String(source),
      ...(licence === undefined ? {} : { licence: String(licence) }),
      tags: strings(tags),
      ...(packages === undefined ? {} : { packages: strings(packages) }),
      ...(args === undefined ? {} : { args: strings(args) }),
      ...relations('requires'),
      ...relations('with'),
      ...relations('similar'),
      ...(bundle === undefined ? {} : { bundle: String(bundle) }),
      ...(updated === undefined ? {} : { updated }),
      ...(retired === undefined ? {} : { retired }),
      ...(context === undefined ? {} : { context }),
    },
  };
}

function isKind(value: unknown): value is Kind {
  return kinds.some((kind) => kind === value);
}

function isContext(value: unknown): value is { always: number; used?: number } {
  if (!isMembers(value)) return false;
  const count = (number: unknown) => Number.isSafeInteger(number) && Number(number) >= 0;
  return count(value['always']) && (value['used'] === undefined || count(value['used']));
}

function textProblem(key: string, value: unknown, least: number, most: number): string | undefined {
  if (typeof value !== 'string') return `its ${key} is missing`;
  if (value.trim().length < least) return `its ${key} is empty`;
  if (value.length > most) return `its ${key} is longer than ${most} characters`;
  return hostile(value) ? `its ${key} holds control characters` : undefined;
}

/** What could steer a terminal or hide from a reader's eye. */
export function hostile(text: string): boolean {
  return /[\p{Cc}\p{Bidi_Control}\u200B\u2060\uFEFF]/u.test(text) || !text.isWellFormed();
}

function listProblem(
  key: string,
  value: unknown,
  most: number,
  fits: (item: string) => boolean,
): string | undefined {
  if (!Array.isArray(value)) return `its ${key} are not a list`;
  if (value.length > most) return `it has more than ${most} ${key}`;
  const odd = value.find((item) => typeof item !== 'string' || hostile(item) || !fits(item));
  return odd === undefined ? undefined : `${shortened(odd)} is not allowed in its ${key}`;
}

function relationProblem(key: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return `its ${key} are not a list`;
  if (value.length > 1000) return `it has more than 1000 ${key}`;
  const odd = value.find((item) => {
    if (typeof item === 'string') return !idForm.test(item);
    if (!isMembers(item) || typeof item['id'] !== 'string' || !idForm.test(item['id'])) return true;
    const reason = item['reason'];
    return reason !== undefined && (typeof reason !== 'string' || reason.length > 200 || hostile(reason));
  });
  return odd === undefined ? undefined : `${shortened(odd)} is not allowed in its ${key}`;
}

function relationOf(value: unknown): Relation {
  if (typeof value === 'string') return { id: value };
  const { id, reason } = isMembers(value) ? value : {};
  return { id: String(id), ...(typeof reason === 'string' ? { reason } : {}) };
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const plain = text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD');
  return plain.length > 60 ? `${plain.slice(0, 59)}…` : plain;
}
