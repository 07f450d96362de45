// What changes in the workspace while a run works: looked for around every call that may touch any file, and around turns.

import { diskTrouble } from '../disk/system-errors.js';
import type { RecordBodies } from '../protocol/records.js';
import { mostFiles } from '../workspace/limits.js';
import type { WorkspacePlace } from '../workspace/look.js';
import type { WatchOptions, WorkspaceChanges, WorkspaceWatch } from '../workspace/watch.js';
import { advance } from './advance.js';
import type { Dispatch } from './decide.js';
import type { WatchedWorkspace } from './ports.js';
import type { RunContext } from './run-context.js';

/**
 * Nothing is loaded and nothing looked at before the first call that may change any file, unless turns are watched from
 * the start.
 */
export function surroundingsOf(
  place: WorkspacePlace,
  options: WatchOptions & { readonly fromStart: boolean; readonly snapshots: string | undefined },
): WatchedWorkspace {
  const { fromStart, snapshots } = options;
  let watch: WorkspaceWatch | undefined;
  return {
    get isWatched() {
      return fromStart || watch !== undefined;
    },
    async look() {
      watch ??= (await import('../workspace/watch.js')).watchWorkspace(place, options);
      return watch.look();
    },
    wrote: (path) => watch?.wrote(path),
    async keep() {
      if (snapshots === undefined) return undefined;
      return (await import('../workspace/snapshot.js')).takeSnapshot(place, snapshots);
    },
  };
}

type Watching = Pick<RunContext, 'surroundings' | 'state' | 'log'>;

/** Between two looks: what no call was under way for, somebody else did, or what a call left behind. */
export async function noteOtherChanges(context: Watching, by: 'turn' | 'outside'): Promise<void> {
  const { surroundings } = context;
  if (surroundings?.isWatched) note(context, await surroundings.look(), { by });
}

/** Before a turn: the files as they are, for whoever takes it back. A turn that cannot be taken back is no reason not to take it. */
export async function keepFiles({ surroundings, state, log }: RunContext): Promise<void> {
  let snapshot: Awaited<ReturnType<WatchedWorkspace['keep']>>;
  try {
    snapshot = await surroundings?.keep();
  } catch (error) {
    const why = diskTrouble(error);
    if (why === undefined) throw error;
    const says = `The files before this turn could not be kept (${why}): it cannot be undone.`;
    advance(state, log.append('finding', { code: 'snapshot_failed', records: [], says }));
    return;
  }
  if (snapshot === undefined) return;
  const { kind, tree, base, bytes, unkept } = snapshot;
  const kept = log.append('workspace.snapshot', { kind, tree, bytes, ...(base !== undefined && { base }) });
  advance(state, kept);
  if (unkept === 0) return;
  const says = `${unkept === 1 ? '1 file was' : `${unkept} files were`} too large to keep, or not readable: an undo does not give back what they held.`;
  advance(state, log.append('finding', { code: 'snapshot_partial', records: [kept.seq], says }));
}

/** A shell or a server does what nobody can know beforehand; a tool on one path says itself what it wrote. */
export async function lookBefore(context: RunContext, dispatches: readonly Dispatch[]): Promise<void> {
  if (dispatches.some(mayChangeAnything)) note(context, await context.surroundings?.look(), { by: 'turn' });
}

/**
 * Calls that may change anything are made one at a time, so what changed meanwhile has one cause. A call that failed does
 * not answer for its path: somebody else may have changed that.
 */
export async function lookAfter(
  context: RunContext,
  dispatches: readonly Dispatch[],
  isDone: (index: number) => boolean,
): Promise<void> {
  for (const [index, dispatch] of dispatches.entries()) {
    const { call_id } = dispatch.call.part;
    if (mayChangeAnything(dispatch))
      note(context, await context.surroundings?.look(), { by: 'call', call_id });
    else if (!dispatch.tool.readOnly && isDone(index)) context.surroundings?.wrote(pathOf(dispatch));
  }
}

function mayChangeAnything({ tool: { readOnly, subject } }: Dispatch): boolean {
  return !readOnly && subject?.kind !== 'path';
}

function pathOf({ tool: { subject }, input }: Dispatch): string {
  const path: unknown =
    typeof input === 'object' && input !== null ? Reflect.get(input, subject?.field ?? '') : '';
  return typeof path === 'string' ? path : '';
}

type Cause = Pick<RecordBodies['workspace.changed'], 'by' | 'call_id'>;

function note({ state, log }: Watching, changes: WorkspaceChanges | undefined, cause: Cause): void {
  if (changes === undefined) return;
  const { paths, left_out, found_by, unseen } = changes;
  const body = { paths: [...paths], ...cause, found_by, ...(left_out > 0 && { left_out }) };
  if (paths.length > 0) advance(state, log.append('workspace.changed', body));
  if (unseen !== undefined)
    advance(state, log.append('finding', { code: `workspace_${unseen}`, records: [], says: saidOf[unseen] }));
}

const saidOf: Readonly<Record<NonNullable<WorkspaceChanges['unseen']>, string>> = {
  too_large: `The workspace has more than ${mostFiles} files, so changes by commands were not looked for.`,
  unreadable: 'A folder of the workspace could not be listed, so changes in it are not in the log.',
};
