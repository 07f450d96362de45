// Lines of JSON with a host that speaks a form of its own: bounded, and whatever is no object is told as odd.

import { isUtf8 } from 'node:buffer';
import { LineSplitter, type WireLine } from '../acp/lines.js';
import { streamCarrier } from '../acp/stream-carrier.js';
import { parseFinite } from '../protocol/finite-json.js';
import { isMembers, type Members } from '../protocol/members.js';
import { readNestingWithin } from '../protocol/nesting.js';
import type { HostProcess } from './host-process.js';

const longestMessage = 32 << 20;
/** What the host did not take yet, until it is thought to be gone. */
const mostWaiting = 64 << 20;

export interface JsonPeer {
  /** Whether it was taken: a host that does not read is ended. */
  send(message: object): void;
  /** Settles when nothing more comes. */
  readonly ended: Promise<void>;
}

export function jsonPeer(
  host: HostProcess,
  take: (message: Members) => void,
  odd: (what: string) => void,
): JsonPeer {
  const carrier = streamCarrier(host.stdout, host.stdin);
  const splitter = new LineSplitter(longestMessage);
  async function read(): Promise<void> {
    for await (const chunk of carrier.incoming) for (const line of splitter.take(chunk)) one(line);
    const rest = splitter.end();
    if (rest !== undefined) one(rest);
  }
  function one({ bytes, tooLong, length }: WireLine): void {
    if (tooLong) {
      odd(`a message of ${length} bytes, which are too many`);
      return;
    }
    const text = isUtf8(bytes) ? bytes.toString('utf8').trim() : undefined;
    if (text === '') return;
    const value = text === undefined ? undefined : parsed(text);
    if (isMembers(value) && readNestingWithin(value, length)) take(value);
    else odd('a line that is no JSON object');
  }
  return {
    send(message) {
      carrier.write(`${JSON.stringify(message)}\n`);
      if (carrier.waiting() > mostWaiting) void host.end();
    },
    ended: read(),
  };
}

function parsed(text: string): unknown {
  try {
    return parseFinite(text);
  } catch {
    return undefined;
  }
}
