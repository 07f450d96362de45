// Words for stores that machines share.

import type { Codes } from '../../protocol/codes.js';
import { counted } from '../../text/counted.js';
import type { WordsFor } from '../wording.js';

const example = 'postgres://USER@HOST:5432/DATABASE';

export const storeWords = {
  store_address_invalid: ({ target, fault, word }) => ({
    message: {
      form: `\`${target}\` is not the address of a store.`,
      parameter: `\`${target}\` has the parameter \`${word}\`, which ctx does not know.`,
      database: `\`${target}\` names no database.`,
      sslmode: `\`${target}\` has sslmode=${word}, which ctx does not support.`,
      host: `\`${target}\` names no host.`,
    }[fault],
    hint: {
      form: `Write it as ${example}; percent-encode what is special in the password.`,
      parameter: 'It takes sslmode, sslrootcert, sslcert, sslkey and host (the folder of a socket).',
      database: `Write it as ${example}.`,
      sslmode: 'Use disable, require, verify-ca or verify-full.',
      host: `Write it as ${example}, or postgres:///DATABASE?host=/run/postgresql for a socket.`,
    }[fault],
  }),
  store_needed: () => ({
    message: 'This command needs a shared store, and none is set.',
    hint: `Name it with --store ${example}, or in CTX_STORE.`,
  }),
  store_unreachable: ({ target, reason }) => ({
    message: `The store ${target} does not answer: ${reason}.`,
    hint: 'Check that the server runs and that this machine can reach it: `ctx fleet doctor`.',
  }),
  store_refused: ({ target, reason }) => ({
    message: `The store ${target} refused the connection: ${reason}.`,
    hint: 'Check the user and the password in --store, CTX_STORE or PGPASSWORD, and the server’s pg_hba.conf.',
  }),
  store_database_unknown: ({ target }) => ({
    message: `There is no such database: ${target}.`,
    hint: 'Create it with `createdb`, then run `ctx fleet migrate`.',
  }),
  store_tls_refused: ({ target, reason }) => ({
    message: `No trusted TLS connection to ${target}: ${reason}.`,
    hint: 'Name the server’s CA with ?sslrootcert=FILE. ?sslmode=require encrypts without checking the certificate; ?sslmode=disable does not encrypt.',
  }),
  store_rights_missing: ({ target, reason }) => ({
    message: `This user lacks rights in ${target}: ${reason}.`,
    hint: 'Whoever owns the database can grant them: `ctx fleet migrate --work-role USER`.',
  }),
  store_not_set_up: ({ target }) => ({
    message: `${target} is not set up: it has no tables for fleets.`,
    hint: 'Set it up once, as a user who may create tables: `ctx fleet migrate`.',
  }),
  store_too_old: ({ target, version, needed }) => ({
    message: `${target} has version ${version} of the tables, and this ctx needs ${needed}.`,
    hint: 'Upgrade them with `ctx fleet migrate`; workers of the version before keep working.',
  }),
  store_too_new: ({ target, version, known }) => ({
    message: `${target} has version ${version} of the tables, and this ctx knows ${known}.`,
    hint: 'Update ctx on this machine. Nothing was changed.',
  }),
  store_failed: ({ target, sqlstate, reason }) => ({
    message: `The store ${target} failed (${sqlstate}): ${reason}.`,
    hint: '`ctx fleet doctor` looks at it; the server’s own log says more.',
  }),
  store_unsound: ({ target, first, failed }) => ({
    message: `${counted(failed, 'check')} of ${target} failed: ${first}.`,
    hint: 'Each check says what to do; with --output-format json, error.details lists them.',
  }),
  store_session_taken: ({ target, fleet }) => ({
    message: `The fleet ${fleet} of this store already has a session \`${target}\`.`,
    hint: 'Give it another session_id, or none. Nothing was written.',
  }),
} satisfies Partial<WordsFor<Codes>>;
