// What a range of commits does to the surface of ctx, read from two versions of its table of commands.

import { isDeepStrictEqual } from 'node:util';
import type { CommandEntry, CommandTable } from '../../../../ctx/src/kit/command.js';

export interface SurfaceChange {
  readonly verb: 'added' | 'changed' | 'removed';
  readonly what: 'command' | 'flag' | 'argument' | 'behaviour';
  readonly command: string;
  /** The flag with its dashes, the argument, or which behaviour; the command's own name for a command. */
  readonly name: string;
}

/** Whether the JSON that a command answers with has another schema than before. */
export type AnswerChanged = (command: string) => boolean;

export function surfaceChanges(
  before: CommandTable | undefined,
  after: CommandTable | undefined,
  answerChanged: AnswerChanged,
): SurfaceChange[] {
  const older = byName(before?.commands ?? []);
  const newer = byName(after?.commands ?? []);
  const names = [...new Set([...older.keys(), ...newer.keys()])].sort();
  return names.flatMap((command) => {
    const [old, now] = [older.get(command), newer.get(command)];
    if (old !== undefined && now !== undefined) return changesWithin(old, now, answerChanged(command));
    const verb = old === undefined ? 'added' : 'removed';
    return [{ verb, what: 'command', command, name: command } satisfies SurfaceChange];
  });
}

function changesWithin(old: CommandEntry, now: CommandEntry, answer: boolean): SurfaceChange[] {
  const command = now.name;
  const flags = partChanges(old.flags, now.flags).map(
    ({ verb, name }): SurfaceChange => ({ verb, what: 'flag', command, name: `--${name}` }),
  );
  const args = partChanges(old.arguments, now.arguments).map(
    ({ verb, name }): SurfaceChange => ({ verb, what: 'argument', command, name: name.toUpperCase() }),
  );
  const behaviours = [
    ...(old.surface === now.surface ? [] : [`surface: ${old.surface} → ${now.surface}`]),
    ...(old.streams === now.streams ? [] : ['its events in stream-json']),
    ...(old.description === now.description ? [] : ['what it says that it does']),
    ...(answer ? ['its JSON'] : []),
  ].map((name): SurfaceChange => ({ verb: 'changed', what: 'behaviour', command, name }));
  return [...flags, ...args, ...behaviours];
}

type PartChange = Pick<SurfaceChange, 'verb' | 'name'>;

function partChanges<T extends { readonly name: string }>(
  old: readonly T[],
  now: readonly T[],
): PartChange[] {
  const [older, newer] = [byName(old), byName(now)];
  const names = [...new Set([...older.keys(), ...newer.keys()])];
  return names.flatMap((name): PartChange[] => {
    const [before, after] = [older.get(name), newer.get(name)];
    if (before === undefined) return [{ verb: 'added', name }];
    if (after === undefined) return [{ verb: 'removed', name }];
    return isDeepStrictEqual(before, after) ? [] : [{ verb: 'changed', name }];
  });
}

function byName<T extends { readonly name: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.name, item]));
}
