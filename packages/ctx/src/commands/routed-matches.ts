// Which commands and tools fit a prompt, in the form that route and bootstrap answer with.

import * as t from 'typebox';
import type { Services } from '../cli/command.js';
import { readTable } from '../cli/shipped.js';
import { projectRoot } from '../project/root.js';
import { closed } from '../protocol/closed.js';
import { projectCommands } from '../registry/project-commands.js';
import { rank, wordsOf } from '../registry/rank.js';

export const routedMatch = t.Object(
  {
    kind: t.Enum(['command', 'tool']),
    name: t.String(),
    score: t.Number(),
    source_hint: t.String(),
    origin: t.Enum(['built-in', 'command', 'skill', 'plugin', 'mcp']),
    /** The words that made it fit, strongest first. */
    reasons: t.Array(t.Object({ word: t.String(), in: t.Enum(['name', 'description']) }, closed)),
  },
  closed,
);

export type RoutedMatch = t.Static<typeof routedMatch>;

export interface RoutableTool {
  readonly name: string;
  readonly description: string;
  /** The MCP server that it comes from. */
  readonly server?: string | undefined;
}

export function routedMatches(
  prompt: string,
  limit: number,
  tools: readonly RoutableTool[],
  services: Services,
): RoutedMatch[] {
  const candidates = [...ownCommands(services), ...tools.map(toolCandidate), ...builtInCommands(services)];
  return rank(prompt, candidates, limit).map(({ document, score, words }) => {
    const { kind, name, source_hint, origin } = document;
    const inName = new Set(wordsOf(name));
    const reasons = words.map((word) => ({
      word,
      in: inName.has(word) ? ('name' as const) : ('description' as const),
    }));
    return { kind, name, score, source_hint, origin, reasons };
  });
}

type Candidate = Omit<RoutedMatch, 'score' | 'reasons'> & { readonly text: string };

function ownCommands(services: Services): Candidate[] {
  return projectCommands(projectRoot(services), services.env).map(({ name, kind, summary, source }) => ({
    kind: 'command',
    name,
    source_hint: source,
    origin: kind,
    text: summary,
  }));
}

function toolCandidate({ name, description, server }: RoutableTool): Candidate {
  const from =
    server === undefined
      ? { source_hint: 'built-in', origin: 'built-in' as const }
      : { source_hint: `mcp:${server}`, origin: 'mcp' as const };
  return { kind: 'tool', name, ...from, text: description };
}

function builtInCommands({ program }: Services): Candidate[] {
  return readTable(program.shippedFolder).commands.map(({ name, summary }) => ({
    kind: 'command',
    name,
    source_hint: program.name,
    origin: 'built-in',
    text: summary,
  }));
}
