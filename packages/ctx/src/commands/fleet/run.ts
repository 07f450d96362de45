import { clawable } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { firstRecords, planWarnings } from '../../fleet/first-records.js';
import { beginFleet } from '../../fleet/open-fleet.js';
import { planFleet } from '../../fleet/plan-fleet.js';
import { makeSessionsFolder } from '../../session/sessions-folder.js';
import { fleetId, fleetPath, fleetsFolder } from '../../store/fleets-folder.js';
import { randomIds } from '../../time/ids.js';
import { trustedDefault } from '../default-model.js';
import { mcpFlags } from '../session-flags.js';
import { withTrust } from '../trust-gate.js';
import { budgetFlags, limitsWith } from './budget-flags.js';
import { conduct, liveLine } from './conduct.js';
import { fleetAnswer, fleetText } from './fleet-answer.js';
import { sharedStore, storeFlag } from './store-flag.js';
import { workerFlags } from './worker-flags.js';

export default clawable({
  name: 'fleet run',
  group: 'run',
  summary: 'Run many sessions within shared limits',
  description:
    'Takes a fleet file, or session configs, and runs as many sessions at once as the limits allow. The file lists sessions one by one or as a matrix of tasks, models and agents. It can limit concurrent sessions (in all and per provider), model calls per minute and provider, and the dollars and tokens of the whole fleet. It can set priorities, start times, retries by cause, and a stop after a number of failures. A session’s budget is reserved when it begins, and the rest is returned when it ends, so running sessions never share more than the fleet’s budget; a session can exceed its own limit by one call at most. The fleet is a hash-chained file, .context/fleets/ID.fleet.jsonl; each session has its own log, as with `ctx run`. If the process dies, `ctx fleet resume` continues. The exit code is 0 only if every session completed. Nobody is asked while a fleet runs: calls that need approval are denied unless the config names an approval program, and what needs your trust must have it already, or get it with --trust. stream-json prints the fleet’s records as they are written. With --store (or CTX_STORE) the fleet is kept in a PostgreSQL database: workers on any machine run its sessions and take over from workers that died. This process is one of these workers unless --slots is 0, and the fleet continues after it ends.',
  examples: [
    { line: 'ctx fleet run nightly.yaml', says: 'the sessions and limits of a file' },
    { line: 'ctx fleet run configs/*.yaml --at-once 8', says: 'session configs, eight at a time' },
    { line: 'ctx fleet run nightly.yaml --max-usd 20', says: 'twenty dollars for all of them together' },
    {
      line: 'ctx fleet run nightly.yaml --store postgres://ctx@db/fleets --slots 0',
      says: 'put them into a shared store and follow; `ctx fleet work` runs them, on any machine',
    },
  ],
  arguments: { files: argument.many('a fleet file, or session configs') },
  flags: {
    'fleet-id': flag.text('the fleet’s id (default: from its file, or a fresh id)', 'ID'),
    'at-once': flag.integer('sessions at once, in all', { min: 1 }),
    ...budgetFlags,
    ...storeFlag,
    ...workerFlags,
    trust: mcpFlags.trust,
  },
  returns: fleetAnswer,
  details: fleetAnswer,
  showsDetails: true,
  long: true,
  async run({ args: { files }, flags }, services) {
    const { cwd, env, clock } = services;
    const trusting = withTrust({ flags }, services);
    const plan = await planFleet(files, { cwd, env, findDefault: () => trustedDefault(trusting) });
    const id = flags['fleet-id'] ?? plan.fleet_id ?? randomIds(clock).next();
    const at_once = flags['at-once'] ?? plan.limits.at_once;
    const limits = { ...limitsWith(plan.limits, flags), at_once };
    const warnings = planWarnings(plan, limits);
    const url = sharedStore(flags, services);
    if (url !== undefined) {
      const { runShared } = await import('./shared/change-and-follow.js');
      return runShared({ url, services, flags }, { id: fleetId(id), limits, warnings }, (store) =>
        firstRecords(id, plan, limits, store.services),
      );
    }
    const folder = fleetsFolder(services);
    const path = fleetPath(folder, id);
    const first = await firstRecords(id, plan, limits, services);
    makeSessionsFolder(folder);
    return conduct(beginFleet(path, first, services), flags, services, warnings);
  },
  render: fleetText,
  live: liveLine,
  warnings: (answer) => answer.warnings,
});
