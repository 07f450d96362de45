// The log of a replay: inputs come out of the recording, and everything that the loop derives is held against it.

import type { RecordBodies, RecordOf, RecordType, SessionRecord } from '../../protocol/records.js';
import { seal } from '../../session/chain.js';
import type { Log } from '../../session/log.js';
import { redactorFor } from '../../session/redact.js';
import { type Difference, firstDifference } from './difference.js';
import type { LiveTools } from './live-tools.js';
import { EndOfRecording, isOf, isOutside, type Recording } from './recording.js';
import { isSame } from './same-json.js';

/** Thrown out of the loop at the first record that is not the one in the log. */
export class Differs extends Error {
  override readonly name = 'Differs';
  readonly difference: Difference;

  constructor(difference: Difference) {
    super('the replay differs');
    this.difference = difference;
  }
}

type Inputs = Readonly<Partial<Record<RecordType, readonly string[]>>>;

/** What came from outside when the session was recorded: taken as it is. Of it, the loop only says what it is about. */
const inputs: Inputs = {
  'run.opened': ['run_id'],
  'turn.opened': ['turn'],
  'model.responded': ['call'],
  'model.failed': ['call'],
  'usage.reported': [],
  'approval.requested': ['call_id', 'tool', 'rule'],
  'approval.given': ['call_id'],
  'tool.returned': ['call_id', 'tool'],
  'turn.interrupted': [],
};

/** Where another model answers, its words are compared, and requests are the same but for the model's name in their digest. */
const inputsBesideAnotherModel: Inputs = {
  ...inputs,
  'model.requested': ['call', 'kept', 'messages'],
  'model.responded': ['call', 'content', 'finish'],
  'model.failed': ['call', 'failure', 'status'],
};

export interface Comparing {
  readonly onRecord: (record: SessionRecord) => void;
  readonly anotherModel: boolean;
  readonly live?: LiveTools | undefined;
}

export function comparingLog(recording: Recording, { onRecord, anotherModel, live }: Comparing): Log {
  const taken = anotherModel ? inputsBesideAnotherModel : inputs;
  return {
    append<K extends RecordType>(type: K, body: RecordBodies[K]): RecordOf<K> {
      passOutside(recording, onRecord);
      const recorded = recording.peek();
      if (recorded === undefined || recorded.type.startsWith('session.')) throw new EndOfRecording();
      if (!isOf(recorded, type)) throw otherType(recorded, type);
      const about = taken[type];
      if (about === undefined) compareDerived(recorded, body);
      else compareInput(recorded, body, about);
      if (live !== undefined && isRun(recorded)) live.compare(recorded, body);
      recording.take();
      onRecord(recorded);
      return recorded;
    },
    together: (work) => work(),
    // What the recording holds was redacted when it was made.
    redact: (text) => live?.redact(text) ?? { text, count: 0 },
    redactStream: () => ({ push: (piece) => piece, end: () => '' }),
    sync: () => {},
    settled: async () => {},
  };
}

function passOutside(recording: Recording, onRecord: Comparing['onRecord']): void {
  for (let next = recording.peek(); next !== undefined && isOutside(next); next = recording.peek())
    onRecord(recording.take());
}

/** A call that was made and came to its end. */
function isRun(record: SessionRecord): record is RecordOf<'tool.returned'> {
  return record.type === 'tool.returned' && record.interrupted === undefined;
}

function compareInput(recorded: SessionRecord, body: object, about: readonly string[]): void {
  for (const name of about) {
    const expected: unknown = Reflect.get(recorded, name);
    const got: unknown = Reflect.get(body, name);
    if (expected === got) continue;
    const { seq, type } = recorded;
    const difference = firstDifference(seq, type, { [name]: expected }, { [name]: got });
    if (difference !== undefined) throw new Differs(difference);
  }
}

/**
 * Byte for byte: a record in the log is canonical, so the same members in the same place are the same bytes and the same
 * hash. Only where they do not look the same is the hash itself made.
 */
function compareDerived(recorded: SessionRecord, body: object): void {
  const { at, prev, seq, type, hash, redacted } = recorded;
  const place = { at, prev, seq, type };
  if (redacted === undefined && isSame({ ...body, ...place, hash }, recorded)) return;
  if (redacted !== undefined && seal({ ...redactedAgain(body), ...place }).hash === hash) return;
  throw differs(recorded, { ...body, ...place });
}

/** A secret may show itself only where the loop puts texts together; those that have a shape are known without it. */
function redactedAgain(body: object): object {
  const { value, count } = redactorFor({}).object(body);
  return { ...value, ...(count > 0 && { redacted: count }) };
}

function otherType({ seq, type: expected }: SessionRecord, got: RecordType): Differs {
  return new Differs({
    seq,
    type: expected,
    path: '/type',
    expected: JSON.stringify(expected),
    got: JSON.stringify(got),
  });
}

function differs(recorded: SessionRecord, derived: object): Differs {
  const { hash: _, ...expected } = recorded;
  const difference = firstDifference(recorded.seq, recorded.type, expected, derived);
  if (difference === undefined)
    throw new TypeError(`record ${recorded.seq} has another hash and the same members`);
  return new Differs(difference);
}
