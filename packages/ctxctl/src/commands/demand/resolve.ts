import * as t from 'typebox';
import { clawable, closed, flag } from '../../../../ctx/src/kit/command.js';
import { failShared } from '../../../../ctx/src/kit/failures.js';
import { fail } from '../../codes.js';
import { demandLogPath, isDay, lastDayAt, outcomes } from '../../governance/demand-log.js';
import { type Meant, resolveSignals } from '../../governance/resolve-signals.js';
import { repositoryRoot, repositoryTable } from '../../repository.js';
import { signalSchema } from './signal-schema.js';

export default clawable({
  name: 'demand resolve',
  group: 'maintain',
  summary: 'Resolve recorded requests for JSON output',
  description:
    'Marks the open signals of a surface as promoted, declined or withdrawn in governance/opt-out-demand-log.md. --source picks the signal of one source. Resolved signals stay on record but no longer count. A surface with fewer than two open signals is removed from ROADMAP.md. --promoted resolves the signals of every surface that now has JSON output, and ticks their boxes on ROADMAP.md.',
  examples: [
    {
      line: 'ctxctl demand resolve --surface tools --outcome declined --note "tool-pool has it"',
      says: 'every signal for one surface',
    },
    {
      line: 'ctxctl demand resolve --surface tools --source "release bot" --outcome withdrawn',
      says: 'the signal from one source',
    },
    { line: 'ctxctl demand resolve --promoted', says: 'after a surface got JSON output' },
  ],
  arguments: {},
  flags: {
    surface: flag.text('the surface whose signals to resolve', 'NAME'),
    source: flag.text('only the signal from this source', 'TEXT'),
    outcome: flag.choice('how the request ended', [...outcomes]),
    note: flag.text('the reason', 'TEXT'),
    date: flag.text('the day of the decision (default today)', 'YYYY-MM-DD'),
    promoted: flag.switch('resolve the signals of every surface that now has JSON output'),
  },
  returns: t.Object(
    {
      path: t.String(),
      resolved: t.Array(signalSchema),
      /** Surfaces whose promotion was ticked off on ROADMAP.md. */
      ticked: t.Array(t.String()),
      /** Surfaces whose promotion was taken off ROADMAP.md: fewer than two signals for them are left. */
      taken_off: t.Array(t.String()),
    },
    closed,
  ),
  async run({ flags }, { cwd, clock }) {
    const root = repositoryRoot(cwd);
    const { meant, outcome } = wanted(flags);
    const date = flags.date ?? new Date(clock.now()).toISOString().slice(0, 10);
    if (!isDay(date))
      throw fail('demand_date_invalid', { operation: 'resolve', target: '--date', value: date });
    if (date > lastDayAt(clock.now()))
      throw fail('demand_date_future', { operation: 'resolve', target: '--date', value: date });
    const resolution = { date, outcome, ...(flags.note !== undefined && { note: flags.note }) };
    const { signals, ticked, taken_off } = await resolveSignals(
      root,
      repositoryTable(root),
      meant,
      resolution,
      clock.now(),
    );
    return { path: demandLogPath, resolved: [...signals], ticked: [...ticked], taken_off: [...taken_off] };
  },
  render({ path, resolved, ticked, taken_off }) {
    if (resolved.length === 0) return 'No open signal is left of any surface that speaks JSON.';
    const count = `${resolved.length} signal${resolved.length === 1 ? '' : 's'}`;
    const done = ticked.length === 0 ? '' : `\nTicked off on ROADMAP.md: ${ticked.join(', ')}.`;
    const gone = taken_off.length === 0 ? '' : `\nTaken off ROADMAP.md: ${taken_off.join(', ')}.`;
    return `Resolved ${count} in ${path}.${done}${gone}`;
  },
});

interface Given {
  readonly surface: string | undefined;
  readonly source: string | undefined;
  readonly outcome: (typeof outcomes)[number] | undefined;
  readonly promoted: boolean;
}

function wanted({ surface, source, outcome, promoted }: Given): {
  readonly meant: Meant;
  readonly outcome: (typeof outcomes)[number];
} {
  if (promoted) {
    const other = surface ?? source ?? outcome;
    if (other !== undefined)
      throw failShared('flags_contradict', {
        operation: 'argparse',
        target: '--promoted',
        other: '--surface',
      });
    return { meant: 'promoted', outcome: 'promoted' };
  }
  if (surface === undefined)
    throw failShared('flag_missing', { operation: 'argparse', target: '--surface', wanted: 'NAME' });
  if (outcome === undefined)
    throw failShared('flag_missing', {
      operation: 'argparse',
      target: '--outcome',
      wanted: outcomes.join(', '),
    });
  return { meant: { surface, source }, outcome };
}
