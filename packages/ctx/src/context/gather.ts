// All that a model is told before the task, piece by piece, each with where it comes from, its size and its digest.

import { digestOf } from '../disk/digest.js';
import type { Environment } from '../disk/user-folder.js';
import { currentBranch } from '../git/branch.js';
import { uncommittedChanges } from '../git/uncommitted-changes.js';
import { readPart, type Unread } from '../memory/unread.js';
import { asData } from '../protocol/foreign-text.js';
import type { ContextPiece } from '../protocol/records.js';
import { redactorFor } from '../session/redact.js';
import { tokensOfText } from '../text/token-estimate.js';
import type { Clock } from '../time/clock.js';
import { environmentText } from './environment.js';
import { findInstructions } from './instructions.js';
import { projectMemory } from './project-memory.js';
import { skillsList } from './skills.js';
import { systemPrompt } from './system-prompt.js';
import { untold } from './untold.js';

/** What a config says of it: the usual pieces, with exceptions. */
export interface ContextRules {
  readonly system?: boolean;
  readonly environment?: boolean;
  readonly instructions?: boolean;
  readonly brief?: boolean;
  readonly skills?: boolean;
  /** Of the project's AGENTS.md and CLAUDE.md together. */
  readonly max_tokens?: number;
}

export interface ContextPlace {
  /** The project. */
  readonly root: string;
  /** The folder that the tools work in. */
  readonly workspace: string;
  readonly env: Environment;
  readonly clock: Clock;
  readonly shippedFolder: string;
}

export interface ToldPiece extends ContextPiece {
  /** As it is sent: without secrets, and without tags that a host could have written. */
  readonly text: string;
}

export interface Gathered {
  readonly pieces: readonly ToldPiece[];
  readonly warnings: readonly string[];
}

const instructionTokens = 8_000;
const briefTokens = 1_500;
const skillTokens = 1_500;

/** `ownSystem` is a system prompt of the user's own, which takes the place of ours. */
export async function gatherContext(
  rules: ContextRules,
  ownSystem: string | undefined,
  place: ContextPlace,
): Promise<Gathered> {
  const { root, workspace, env, clock, shippedFolder } = place;
  const { system = true, environment = true, instructions = true, brief = true, skills = true } = rules;
  // Git works while the files are read.
  const ofGit: Unread[] = [];
  const branch = readPart('.git', () => currentBranch(root), ofGit);
  const changes = uncommittedChanges(root, environment || brief ? branch : undefined);
  const redactor = redactorFor(env);
  const pieces: ToldPiece[] = [];
  const add = (piece: Pick<ContextPiece, 'kind' | 'source' | 'version'>, said: string, clipped = false) => {
    const text = redactor.text(said).value;
    pieces.push({
      ...piece,
      digest: digestOf(text),
      tokens: tokensOfText(text),
      ...(clipped && { clipped }),
      text,
    });
  };

  if (ownSystem !== undefined) add({ kind: 'system', source: 'settings' }, ownSystem);
  else if (system) {
    const { version, text } = systemPrompt(shippedFolder);
    add({ kind: 'system', source: 'ctx', version }, text);
  }
  const found = instructions
    ? findInstructions(root, workspace, rules.max_tokens ?? instructionTokens)
    : { files: [], warnings: [] };
  const listed = skills ? skillsList(root, workspace, skillTokens) : { text: '', clipped: false };
  const memory = brief
    ? await projectMemory(root, clock.now(), briefTokens, changes)
    : { text: '', clipped: false, warnings: [] };
  if (environment) {
    const facts = { workspace, root, clock, changes: await changes, isGitUnread: ofGit.length > 0 };
    add({ kind: 'environment', source: 'ctx' }, environmentText(facts));
  }
  for (const { source, text, clipped } of found.files)
    add({ kind: 'instructions', source }, `# Project notes: ${source}\n\n${asData(text, source)}`, clipped);
  if (memory.text !== '')
    add({ kind: 'brief', source: '.context' }, asData(memory.text, '.context'), memory.clipped);
  if (listed.text !== '') {
    const text = `# Skills\n\nRead a skill’s file before a task that it is about.\n\n${asData(listed.text, 'skills')}`;
    add({ kind: 'skills', source: 'skills' }, text, listed.clipped);
  }
  const warnings = ofGit.map(({ source, why }) => untold(source, why));
  return { pieces, warnings: [...new Set([...warnings, ...found.warnings, ...memory.warnings])] };
}

/** The pieces as one system prompt. */
export function systemOf(pieces: readonly ToldPiece[]): string | undefined {
  return pieces.length === 0 ? undefined : pieces.map(({ text }) => text).join('\n\n');
}
