// The one place that writes to stdout and stderr: text for people, or exactly one envelope for machines.

import { type Envelope, failed, succeeded, type Words } from '../protocol/envelope.js';
import { toVersion1 } from '../protocol/envelope-v1.js';
import type { Failure } from '../protocol/failure.js';
import { isMembers } from '../protocol/members.js';
import type { Clawable, Watcher } from './command.js';
import type { Wanted } from './global-flags.js';
import type { Streams } from './streams.js';
import { neutral, neutralJson, shown, styled } from './terminal.js';

export interface Printer {
  /** Somebody may watch the events of a command. */
  watched(watcher: Watcher): void;
  /** Text rather than JSON. */
  readonly isForPeople: boolean;
  /** A long command begins: from now on nobody waits for whoever reads its events. */
  expectEvents(): Promise<void>;
  /** One event of a long command, while it works. */
  event(command: Clawable, event: object): void;
  /** The result of a clawable command. */
  data(command: Clawable, data: Readonly<Record<string, unknown>>): void;
  /** What a failure of it found out, for people; a machine gets it in the envelope. */
  details(command: Clawable, details: object | undefined): void;
  /** Text that is already what the reader expects: a Markdown report, a shell's script. */
  plain(text: string): void;
  /** Bytes of somebody else's protocol. */
  verbatim(text: string): void;
  failure(command: string, failure: Failure, words: Words): void;
}

/** What --jq takes from an answer, once its expression is known to be one. */
export interface Picking {
  pick?: (value: unknown) => string;
}

export function printerFor(
  program: string,
  wanted: Wanted,
  streams: Streams,
  now: () => number,
  picking: Picking = {},
): Printer {
  const machine = wanted.format !== 'text';
  const envelope = (made: Envelope) =>
    streams.out(`${neutralJson(wanted.envelopeVersion === '1.0' ? toVersion1(made) : made)}\n`);

  let stream = streams.out;
  let midLine = false;
  let watcher: Watcher | undefined;
  const endLiveLine = () => {
    watcher?.end();
    // What is still on its way to a reader comes before the answer.
    if (watcher !== undefined) streams.err('');
    watcher = undefined;
    if (midLine) streams.err('\n');
    midLine = false;
  };

  return {
    isForPeople: !machine,
    watched(made) {
      watcher = made;
    },
    async expectEvents() {
      if (wanted.format !== 'stream-json' || streams.slowReaders === undefined) return;
      const { spoolTo } = await import('./spool.js');
      stream = streams.slowReaders.answer(spoolTo);
    },
    event(command, event) {
      if (wanted.format === 'stream-json') stream(`${neutralJson(event)}\n`);
      if (machine) return;
      if (watcher !== undefined) return watcher.take(event);
      const terminal = streams.errTerminal();
      const text = command.live?.(event, terminal, midLine);
      if (text === undefined || text === '') return;
      midLine = !text.endsWith('\n');
      streams.err(shown(text, terminal));
    },
    data(command, data) {
      if (machine) {
        const made = succeeded(command.name, data, now());
        if (picking.pick === undefined) return envelope(made);
        const picked = picking.pick(wanted.envelopeVersion === '1.0' ? toVersion1(made) : made);
        const terminal = streams.outTerminal();
        return streams.out(terminal.interactive ? shown(picked, { ...terminal, colour: false }) : picked);
      }
      const wasWatched = watcher?.showsText === true;
      endLiveLine();
      noteOlderEnvelope(wanted, streams);
      const place = streams.outTerminal();
      // Who sends the answer elsewhere wants all of it there.
      const terminal = { ...place, watched: wasWatched && place.interactive };
      const text = command.render(data, terminal, now);
      const isOwn = command.exact === true && !terminal.interactive;
      streams.out(endLine(isOwn ? text : shown(text, terminal)));
      for (const warning of command.warnings?.(data) ?? []) {
        streams.err(`${styled(streams.errTerminal(), 'yellow', 'warning:')} ${neutral(warning)}\n`);
      }
    },
    details(command, details) {
      if (machine || !isMembers(details)) return;
      endLiveLine();
      const terminal = streams.outTerminal();
      streams.out(endLine(shown(command.render(details, terminal, now), terminal)));
    },
    plain(text) {
      endLiveLine();
      streams.out(endLine(shown(text, streams.outTerminal())));
    },
    verbatim(text) {
      endLiveLine();
      streams.out(endLine(text));
    },
    failure(command, failure, words) {
      if (machine) return envelope(failed(command, failure, words, now()));
      endLiveLine();
      noteOlderEnvelope(wanted, streams);
      const terminal = streams.errTerminal();
      const hint =
        words.hint === undefined ? '' : `  ${styled(terminal, 'dim', '→')} ${neutral(words.hint)}\n`;
      streams.err(`${styled(terminal, 'red', `${program}:`)} ${neutral(words.message)}\n${hint}`);
    },
  };
}

function noteOlderEnvelope(wanted: Wanted, streams: Streams) {
  if (wanted.envelopeVersion !== '1.0') return;
  streams.err('note: --envelope-version 1.0 is kept for older clients and matters only with JSON output\n');
}

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
