// One session, read once: whether it holds, how it came to be, how it ended.

import { lockOwner } from '../../../../ctx/src/kit/files.js';
import { lockPathOf, ownSessions, verifySession } from '../../../../ctx/src/kit/sessions.js';

export interface LookedAt {
  readonly id: string;
  readonly file: string;
  /** The code of what breaks it first. */
  readonly fails: string | undefined;
  /** Its last run is open, and no process writes to it. */
  readonly isOpen: boolean;
  /** It lacks the last record that this machine or the checkpoint knows of it. */
  readonly isCutOff: boolean;
  /** The host, where another agent acted. */
  readonly host: string | undefined;
  readonly origin: 'captured' | 'imported' | undefined;
  /** When it began, by the clock of who acted; milliseconds since 1970. */
  readonly began: number;
  /** When its last record was written. */
  readonly ended: number;
  /** When each look at a transcript was, by the record's number. */
  readonly observed: ReadonlyMap<number, number>;
  /** The host wrote its transcript anew while it was captured. */
  readonly wasRewritten: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function lookAt(id: string, file: string, known: string | undefined, env: Environment): LookedAt {
  const own = ownSessions(env).examine();
  const observed = new Map<number, number>();
  let origin: LookedAt['origin'];
  let host: string | undefined;
  let [began, opened, ended] = [0, 0, 0];
  let holdsKnown = known === undefined;
  let wasRewritten = false;
  const { verdict, findings } = verifySession(file, {}, (record) => {
    own.take(record);
    holdsKnown ||= record.hash === known;
    ended = Date.parse(record.at);
    if (record.type === 'session.opened') {
      opened = ended;
      origin = record.origin?.kind;
      host = record.origin?.agent.name;
    }
    // What hooks told stands in an imported session, too, if its host was captured later on.
    if (record.type === 'run.opened' && record.capture.model === 'captured') origin = 'captured';
    if (began === 0 && record.happened_at !== undefined) began = Date.parse(record.happened_at);
    if (record.type === 'source.observed') observed.set(record.seq, ended);
    if (record.type === 'finding' && record.code === 'source_shrunk') wasRewritten = true;
  });
  return {
    id,
    file,
    fails: verdict === 'fail' ? (findings.find((one) => one.verdict === 'fail')?.code ?? verdict) : undefined,
    isOpen: verdict === 'incomplete' && lockOwner(lockPathOf(file)) === undefined,
    isCutOff: !holdsKnown || own.ownership === 'cut_off',
    host,
    origin,
    began: began === 0 ? opened : began,
    ended,
    observed,
    wasRewritten,
  };
}
