import * as t from 'typebox';
import { ask } from '../../cli/ask.js';
import { clawable } from '../../cli/command.js';
import { contradiction } from '../../cli/contradiction.js';
import { flag } from '../../cli/inputs.js';
import { columns } from '../../cli/terminal.js';
import { type Context, openContext } from '../../memory/context.js';
import { withLock } from '../../memory/lock.js';
import type { PadServices } from '../../memory/pad/change.js';
import { clearSnapshots, pruneSnapshots, snapshots } from '../../memory/pad/history.js';
import { padStore } from '../../memory/pad/pad-file.js';
import { snapshotState, undoPad } from '../../memory/pad/undo.js';
import { readSettings } from '../../memory/read-settings.js';
import { closed } from '../../protocol/closed.js';
import { fail } from '../../protocol/codes.js';

const count = t.Union([t.Integer(), t.Null()]);

const snapshot = t.Object(
  {
    slot: t.Integer(),
    at: t.String(),
    operation: t.String(),
    form: t.Enum(['encrypted', 'plain']),
    entries_before: count,
    entries_after: count,
    /** Whether the present key opens it; unchecked where that would take a passphrase a second. */
    state: t.Enum(['opens', 'locked', 'damaged', 'unchecked']),
  },
  closed,
);

const returns = t.Object(
  {
    action: t.Enum(['undone', 'nothing', 'listed', 'pruned', 'cleared', 'refused']),
    /** What was gone back to. */
    slot: t.Optional(t.Integer()),
    operation: t.Optional(t.String()),
    form: t.Optional(t.Enum(['encrypted', 'plain'])),
    entries_before: t.Optional(count),
    entries_after: t.Optional(t.Integer()),
    snapshots: t.Optional(t.Array(snapshot)),
    removed: t.Optional(t.Integer()),
    warnings: t.Array(t.String()),
  },
  closed,
);

type Answer = t.Static<typeof returns>;

export default clawable({
  name: 'pad undo',
  group: 'memory',
  summary: 'Restore an earlier state of the pad',
  description:
    'Before every change, ctx saves the pad byte for byte in .context/scratchpad.history/, for 30 days: the last 20 versions before an add and the last 20 before any other change, unless config.yaml says otherwise. Undo restores the newest version, so after an add it removes that entry. Run it again to redo. --to restores any version. A version that your key does not open is never restored.',
  examples: [
    { line: 'ctx pad undo', says: 'take back the last change' },
    { line: 'ctx pad undo --list', says: 'list the saved versions' },
    { line: 'ctx pad undo --to 4', says: 'restore version 4' },
    { line: 'ctx pad undo --clear --yes', says: 'delete the whole history' },
  ],
  arguments: {},
  flags: {
    list: flag.switch('list the saved versions, and restore nothing'),
    to: flag.integer('restore this version of the list', { min: 1 }),
    prune: flag.switch('delete versions beyond the limits, and restore nothing'),
    clear: flag.switch('delete all versions, after asking'),
    yes: flag.switch('do not ask'),
  },
  returns,
  async run(input, services): Promise<Answer> {
    const { flags } = input;
    const context = openContext(services);
    refuseTwo(flags);
    if (flags.list) return { action: 'listed', snapshots: await listed(context, services), warnings: [] };
    if (flags.prune) return prune(context, services);
    if (flags.clear) {
      const consent = flags.yes ? 'yes' : await ask('Forget all earlier states of the pad?', input);
      if (consent === 'nobody')
        throw fail('confirmation_missing', { operation: 'clear', target: 'Clearing the history' });
      if (consent === 'no') return { action: 'refused', warnings: [] };
      const removed = await withLock(context, padStore, () => clearSnapshots(context));
      return { action: 'cleared', removed, warnings: [] };
    }
    const undone = await undoPad(context, services, flags.to);
    if (undone === undefined) return { action: 'nothing', warnings: [] };
    const { slot, operation, form, entriesBefore, entriesAfter, warnings } = undone;
    const counts = { entries_before: entriesBefore ?? null, entries_after: entriesAfter };
    return { action: 'undone', slot, operation, form, ...counts, warnings: [...warnings] };
  },
  render(answer) {
    switch (answer.action) {
      case 'undone': {
        const before = answer.entries_before ?? 'unreadable';
        return `Back to slot ${answer.slot}, before the ${answer.operation}, ${answer.form}. Entries: ${answer.entries_after}, until now: ${before}. Once more takes this back: ctx pad undo`;
      }
      case 'nothing':
        return 'There is nothing to undo.';
      case 'listed':
        return tableOf(answer.snapshots ?? []);
      case 'refused':
        return 'Nothing was changed.';
      default:
        return `Earlier states removed: ${answer.removed}.`;
    }
  },
  warnings: ({ warnings }) => warnings,
});

function refuseTwo(flags: { list: boolean; to: number | undefined; prune: boolean; clear: boolean }) {
  const given = [
    ...(flags.list ? ['--list'] : []),
    ...(flags.to === undefined ? [] : ['--to']),
    ...(flags.prune ? ['--prune'] : []),
    ...(flags.clear ? ['--clear'] : []),
  ];
  const [target, other] = given;
  if (target !== undefined && other !== undefined) throw contradiction(target, other);
}

async function listed(context: Context, services: PadServices): Promise<t.Static<typeof snapshot>[]> {
  const rows = snapshots(context).map(async (kept) => ({
    slot: kept.slot,
    at: new Date(kept.at).toISOString(),
    operation: kept.operation,
    form: kept.form,
    entries_before: kept.entriesBefore ?? null,
    entries_after: kept.entriesAfter ?? null,
    state: await snapshotState(context, kept, services),
  }));
  return Promise.all(rows);
}

async function prune(context: Context, services: PadServices): Promise<Answer> {
  const { history } = await readSettings(context);
  const { removed, warning } = await withLock(context, padStore, () =>
    pruneSnapshots(context, history, services.clock.now()),
  );
  return { action: 'pruned', removed, warnings: warning === undefined ? [] : [warning] };
}

function tableOf(all: readonly t.Static<typeof snapshot>[]): string {
  if (all.length === 0) return 'There is nothing to undo.';
  const states = {
    opens: '',
    locked: 'your key does not open it',
    damaged: 'damaged',
    unchecked: 'by passphrase',
  };
  const rows = all.map((kept) => [
    String(kept.slot),
    kept.at.slice(0, 19).replace('T', ' '),
    `before ${kept.operation}`,
    `${kept.entries_before ?? '?'} → ${kept.entries_after ?? '?'}`,
    kept.form,
    states[kept.state],
  ]);
  return columns([['slot', 'kept (UTC)', '', 'entries', 'form', ''], ...rows]);
}
