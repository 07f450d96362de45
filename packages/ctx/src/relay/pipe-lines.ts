// One direction of a relay: lines as they come, each looked at before it is passed on, byte for byte.

import type { Carrier } from '../acp/carrier.js';
import { LineSplitter, type WireLine } from '../acp/lines.js';
import { isBlank, type Message, messageOf } from '../acp/message.js';

export interface Direction {
  readonly from: Carrier;
  readonly to: Carrier;
  readonly longestMessage: number;
  /** Whether the line is passed on. It is looked at before anything else goes on. */
  look(message: Message, line: WireLine): boolean;
  /** Bytes that the other side did not take, from which on it is thought to be gone; without it, it is waited for. */
  readonly mostWaiting?: number;
}

/** The other side takes nothing any more. */
export class NotReading extends Error {
  override readonly name = 'NotReading';
}

const newline = Buffer.from('\n');
/** From there on no more is read than the other side takes. */
const slowAt = 1 << 20;

/** Settles when nothing more comes, or nobody takes it any more. */
export async function pipeLines({ from, to, longestMessage, look, mostWaiting }: Direction): Promise<void> {
  const splitter = new LineSplitter(longestMessage);
  const take = (line: WireLine) => {
    const isPassed = isBlank(line) || look(messageOf(line), line);
    if (isPassed && !line.tooLong) to.write(line.ended ? Buffer.concat([line.bytes, newline]) : line.bytes);
  };
  for await (const chunk of from.incoming) {
    for (const line of splitter.take(chunk)) take(line);
    if (mostWaiting === undefined && to.waiting() > slowAt) await to.drained();
    if (to.waiting() > (mostWaiting ?? Infinity)) throw new NotReading();
  }
  const last = splitter.end();
  if (last !== undefined) take(last);
}
