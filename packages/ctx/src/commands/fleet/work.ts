import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { flag } from '../../cli/inputs.js';
import { columns, counted, neutral } from '../../cli/terminal.js';
import { closed } from '../../protocol/closed.js';
import { mcpFlags } from '../session-flags.js';
import { neededStore, storeFlag } from './store-flag.js';
import { leaseMsOf } from './worker-flags.js';

export default clawable({
  name: 'fleet work',
  group: 'run',
  summary: 'Run sessions of a shared store, as one of many workers',
  description:
    'Runs sessions of the fleets in a store (--store or CTX_STORE, a PostgreSQL database that `ctx fleet migrate` set up), as many at once as --slots and the fleets’ limits allow, until you stop it. Run it in a checkout of the project, because paths in a session are relative to the project’s root. If a worker dies or loses its connection, another takes over its session within the lease, and continues from its log and last snapshot. With --label, it also takes sessions that ask for that label. SIGTERM or Ctrl-C drains it: running sessions finish and no new ones start; after --drain seconds, or at a second signal, the rest goes back into the queue. Provider credentials come from this machine. A worker runs whatever its store’s fleets say, with its user’s rights: whoever can write to the store can run programs here.',
  examples: [
    { line: 'ctx fleet work --store postgres://ctx@db/fleets --slots 8', says: 'eight sessions at once' },
    {
      line: 'CTX_STORE=postgres://ctx@db/fleets ctx fleet work --label gpu',
      says: 'also those that need a GPU',
    },
    { line: 'ctx fleet work --until-idle', says: 'end when nothing is left to do' },
  ],
  arguments: {},
  flags: {
    ...storeFlag,
    slots: flag.integerOr(4, 'sessions at once', { min: 1, max: 1000 }),
    label: flag.texts('a label of this worker; sessions may ask for it', 'WORD'),
    fleet: flag.text('only sessions of this fleet', 'ID'),
    lease: flag.integer('seconds after which others take over what this worker had (default: 10)', {
      min: 2,
      max: 3600,
    }),
    drain: flag.integerOr(600, 'how many seconds sessions may continue after the first signal', { min: 0 }),
    'until-idle': flag.switch('end when no session waits or runs'),
    trust: mcpFlags.trust,
  },
  returns: t.Object(
    {
      store: t.String(),
      worker_id: t.String(),
      slots: t.Integer(),
      labels: t.Array(t.String()),
      /** Sessions that this worker began or went on with. */
      claimed: t.Integer(),
      taken_over: t.Integer(),
      completed: t.Integer(),
      failed: t.Integer(),
      cancelled: t.Integer(),
      /** Given back: another worker goes on with them. */
      interrupted: t.Integer(),
      /** Taken over by others. */
      lost: t.Integer(),
    },
    closed,
  ),
  long: true,
  async run({ flags }, services) {
    const url = neededStore(flags, services);
    const { workOnStore } = await import('./shared/work-on-store.js');
    const { slots, label: labels, fleet, drain } = flags;
    const wishes = { slots, labels, leaseMs: leaseMsOf(flags), fleet };
    return workOnStore(url, services, { wishes, drainMs: drain * 1000, stays: !flags['until-idle'], flags });
  },
  render: ({ store, claimed, taken_over, completed, failed, cancelled, interrupted, lost }) =>
    columns([
      ['store', neutral(store)],
      ['sessions', `${claimed} begun or gone on with, ${taken_over} of them taken over`],
      ['ended', `${completed} completed, ${failed} failed, ${cancelled} cancelled`],
      ['left', `${counted(interrupted, 'session')} given back, ${lost} taken over by others`],
    ]),
  live: (event) => {
    if (!('type' in event) || !('session_id' in event)) return undefined;
    const what = event.type === 'session.ended' && 'outcome' in event ? event.outcome : undefined;
    return what === undefined ? undefined : `${neutral(String(event.session_id))}  ${String(what)}\n`;
  },
});
