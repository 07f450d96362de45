// What the catalog's commands share: the shape of an entry, of a built index, and how both are shown.

import * as t from 'typebox';
import type { Entry } from '../../catalog/entry.js';
import type { Meta } from '../../catalog/index/encode.js';
import { kinds } from '../../catalog/kinds.js';
import { styled, type Terminal } from '../../cli/terminal.js';
import { closed } from '../../protocol/closed.js';

export const entryFields = {
  id: t.String(),
  kind: t.Enum(kinds),
  name: t.String(),
  summary: t.String(),
  source: t.String(),
  licence: t.Optional(t.String()),
  tags: t.Array(t.String()),
  packages: t.Optional(t.Array(t.String())),
  args: t.Optional(t.Array(t.String())),
  bundle: t.Optional(t.String()),
  updated: t.Optional(t.String()),
  retired: t.Optional(t.Boolean()),
  context: t.Optional(t.Object({ always: t.Integer(), used: t.Optional(t.Integer()) }, closed)),
};

const entryObject = t.Object(entryFields, closed);

export function entryAnswer(entry: Entry): t.Static<typeof entryObject> {
  const { tags, packages, args, requires: _, with: __, similar: ___, ...rest } = entry;
  return {
    ...rest,
    tags: [...tags],
    ...(packages === undefined ? {} : { packages: [...packages] }),
    ...(args === undefined ? {} : { args: [...args] }),
  };
}

export const refusal = t.Object({ item: t.String(), why: t.String() }, closed);

const whole = t.Integer();

export const builtFields = {
  nodes: t.Integer(),
  edges: t.Integer(),
  terms: t.Integer(),
  nodes_by_kind: t.Object({ skill: whole, agent: whole, mcp: whole, harness: whole }, closed),
  edges_by_kind: t.Object({ requires: whole, with: whole, similar: whole, tag: whole }, closed),
  sources: t.Array(t.Object({ name: t.String(), entries: t.Integer() }, closed)),
  /** Relations to entries that nobody has, entries with an id that is taken, lines that do not fit. */
  dangling: t.Integer(),
  shadowed: t.Integer(),
  refused: t.Integer(),
  first_refusals: t.Array(refusal),
};

const builtObject = t.Object(builtFields, closed);

export type BuiltAnswer = t.Static<typeof builtObject>;

export function builtAnswer({ stamp: _, newest: __, sources, first_refusals, ...meta }: Meta): BuiltAnswer {
  return { ...meta, sources: [...sources], first_refusals: [...first_refusals] };
}

export function renderBuilt(meta: BuiltAnswer, terminal: Terminal): string {
  const { nodes_by_kind: of, edges_by_kind: by } = meta;
  const lines = [
    `${styled(terminal, 'bold', `${meta.nodes} entries`)}: ${of.skill} skills, ${of.agent} agents, ${of.mcp} MCP servers, ${of.harness} harnesses`,
    `${styled(terminal, 'bold', `${meta.edges} edges`)}: ${by.tag} by shared tags, ${by.with} used together, ${by.similar} alike, ${by.requires} needed`,
    `from ${meta.sources.map(({ name, entries }) => `${name} (${entries})`).join(', ')}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** What a person should hear about a build that went through. */
export function builtWarnings(meta: BuiltAnswer): string[] {
  const warnings: string[] = [];
  if (meta.edges === 0)
    warnings.push('the catalog has no edges at all: nothing in it refers to anything else');
  if (meta.dangling > 0)
    warnings.push(
      meta.dangling === 1
        ? 'one relation points to a missing entry; it was left out'
        : `${meta.dangling} relations point to missing entries; they were left out`,
    );
  if (meta.shadowed > 0)
    warnings.push(
      meta.shadowed === 1
        ? 'one entry has an id that an earlier source has; that one was kept'
        : `${meta.shadowed} entries have an id that an earlier source has; those were kept`,
    );
  if (meta.refused > 0)
    warnings.push(
      `${meta.refused === 1 ? 'one line of the sources does' : `${meta.refused} lines of the sources do`} not fit; ${meta.first_refusals[0]?.item}: ${meta.first_refusals[0]?.why}`,
    );
  return warnings;
}
