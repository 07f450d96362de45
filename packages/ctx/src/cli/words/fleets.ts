// Words for fleets.

import type { Codes } from '../../protocol/codes.js';
import { counted } from '../../text/counted.js';
import type { WordsFor } from '../wording.js';
import { didYouMean, lockOwner, waitOrUnlock } from './phrases.js';

export const fleetWords = {
  fleet_unknown: ({ target, nearest }) => ({
    message: `There is no fleet \`${target}\`.`,
    hint: didYouMean(nearest, '`ctx fleet list` shows the fleets of this project.'),
  }),
  fleet_none: ({ folder }) => ({
    message: `There is no fleet in ${folder}.`,
    hint: 'Start one with `ctx fleet run FLEET.yaml`.',
  }),
  fleet_id_invalid: ({ target }) => ({
    message: `\`${target}\` cannot be the id of a fleet.`,
    hint: 'Use up to 100 letters, digits, - and _, beginning with a letter or a digit.',
  }),
  fleet_exists: ({ target }) => ({
    message: `The fleet ${target} already exists.`,
    hint: 'Choose another id with --fleet-id, or continue it: `ctx fleet resume ID`.',
  }),
  fleet_broken: ({ target, seq, reason }) => ({
    message: `${target} is read-only: record ${seq} breaks its chain (${reason}).`,
    hint: 'Run `ctx verify` on it for the details.',
  }),
  fleet_running: (lock, program) => ({
    message: `${lockOwner(lock)} has been running ${lock.target} since ${lock.since}.`,
    hint: waitOrUnlock(lock, program),
  }),
  fleet_empty: ({ target }) => ({
    message: `${target} has no sessions.`,
    hint: 'List them under `sessions`, or describe them under `matrix`.',
  }),
  fleet_budget_open: ({ target, limit }) => ({
    message: `The fleet has a budget, and session ${target} has no ${limit} of its own.`,
    hint: `Set budget.${limit} for the session or under \`defaults\`; that amount is reserved when the session starts.`,
  }),
  fleet_session_repeated: ({ target }) => ({
    message: `Two sessions of the fleet are called \`${target}\`.`,
    hint: 'Give each its own session_id, or none. Nothing was written.',
  }),
  fleet_time_invalid: ({ target }) => ({
    message: `not_before: ${target} is not a time.`,
    hint: 'Write it in UTC, as 2026-12-01T02:00:00Z. Nothing was written.',
  }),
  fleet_foreign: ({ target, ownership }) => ({
    message:
      ownership === 'unknown'
        ? `${target} was not written on this machine.`
        : `${target} lacks the last record that this machine knows of: it was cut off or rewritten.`,
    hint: 'The sessions of a fleet run with the settings in its log. If you trust this log, use --trust-log; nothing was written.',
  }),
  fleet_session_unknown: ({ target, fleet }) => ({
    message: `The fleet ${fleet} has no session \`${target}\`.`,
    hint: `\`ctx fleet status ${fleet}\` lists them.`,
  }),
  fleet_finished: ({ target }) => ({
    message: `Nothing is left to do in ${target}.`,
    hint: `Try its failed sessions again with \`ctx fleet retry ${target}\`.`,
  }),
  fleet_nothing_to_retry: ({ target }) => ({
    message: `No session of ${target} failed or was cancelled.`,
    hint: `\`ctx fleet status ${target}\` shows how they ended.`,
  }),
  fleet_failed: ({ target, failed, sessions }) => ({
    message: `${failed} of ${counted(sessions, 'session')} of ${target} failed.`,
    hint: `\`ctx fleet status ${target}\` groups them by cause; \`ctx fleet retry ${target}\` tries them again.`,
  }),
  fleet_cancelled: ({ target, cancelled, sessions }) => ({
    message: `${target} was cancelled: ${cancelled} of ${counted(sessions, 'session')} did not finish.`,
    hint: `\`ctx fleet retry ${target}\` runs them anyway.`,
  }),
  fleet_stopped: ({ target, failed, sessions }) => ({
    message: `${target} stopped after ${counted(failed, 'failure')} among ${counted(sessions, 'session')}.`,
    hint: `Look at the causes (\`ctx fleet status ${target}\`), then start the rest: \`ctx fleet resume ${target}\`.`,
  }),
  fleet_interrupted: ({ target, store }) => ({
    message: store === undefined ? `${target} was interrupted.` : `This process left ${target}.`,
    hint:
      store === undefined
        ? `\`ctx fleet resume ${target}\` continues it.`
        : `The fleet stays in ${store}, and other workers continue it. \`ctx fleet resume ${target}\` joins again, \`ctx fleet cancel ${target}\` ends it.`,
  }),
  fleet_tampered: ({ target }) => ({
    message: `Somebody changed ${target} while the fleet ran.`,
    hint: 'The logs of its sessions have their own chains: check each with `ctx verify`.',
  }),
  worker_lost: ({ target, reason }) => ({
    message: `The worker of session ${target} is gone, and no other worker can continue it${reason === undefined ? '' : ` (${reason})`}.`,
    hint: 'The store has its log up to that point; `ctx docs fleets` lists the reasons. `ctx fleet retry` starts it again.',
  }),
  lease_lost: ({ target }) => ({
    message: `This worker lost its claim on session ${target}.`,
    hint: 'Another worker continues it. Check the connection to the store and the load of this machine.',
  }),
} satisfies Partial<WordsFor<Codes>>;
