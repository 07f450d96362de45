// A run as a person at a terminal sees it: what the agent says as it says it, what it does while it does it, what it costs so far.

import type { Watcher } from '../cli/command.js';
import { columnsOf, type Screen } from '../cli/screen.js';
import { styled } from '../cli/terminal.js';
import type { SessionRecord } from '../protocol/records.js';
import { elapsed } from './event-lines.js';
import { markdownStream } from './markdown-stream.js';
import { recordRows } from './record-rows.js';
import { RunningCalls } from './running-calls.js';
import { spending } from './spending.js';
import { isNote, isViewEvent, type ViewEvent } from './view-event.js';

/** Often enough for a clock that counts seconds, and for text to flow. */
const tickMs = 100;
const signs = ['|', '/', '-', '\\'];

export function liveView(screen: Screen, now: () => number): Watcher {
  const text = markdownStream(screen.terminal, () => columnsOf(screen.terminal()));
  const rows = recordRows(screen.terminal);
  const calls = new RunningCalls();
  const spent = spending();
  /** Text that came since the screen was drawn. */
  let fresh = '';
  /** When the model was asked, while it has not answered. */
  let asked: number | undefined;
  /** The calls that a person is being asked about, and whether they are asked something else: a question stands where we would draw. */
  const questions = new Set<string>();
  let isAsked = false;
  const isAsking = () => isAsked || questions.size > 0;
  /** What came meanwhile: other calls go on. */
  let held: string[] = [];
  let ticks = 0;
  let drawnAt = 0;
  const timer = setInterval(() => {
    ticks += 1;
    draw();
  }, tickMs);
  timer.unref();

  const say = (lines: readonly string[]) => {
    held.push(...lines);
    if (isAsking() || held.length === 0) return;
    screen.write(held.map((line) => `${line}\n`).join(''));
    held = [];
  };

  function flush(): void {
    const came = fresh;
    fresh = '';
    if (came !== '') say(text.push(came));
  }

  function draw(): void {
    if (isAsking()) return;
    say([]);
    flush();
    drawnAt = now();
    const terminal = screen.terminal();
    const sign = signs[ticks % signs.length] ?? '';
    const open = text.open();
    const waits = asked === undefined ? '' : `${elapsed(drawnAt - asked)}, `;
    const isBusy = asked !== undefined || !calls.isEmpty;
    screen.tail([
      ...(open === undefined ? [] : [open]),
      ...calls.lines(drawnAt, sign, terminal),
      ...(isBusy ? [styled(terminal, 'dim', `${sign} ${waits}${spent.words()}`)] : []),
    ]);
  }

  function endText(): void {
    flush();
    say(text.end());
  }

  function takeRecord(record: SessionRecord): void {
    endText();
    spent.take(record);
    if (record.type === 'model.requested') asked = now();
    else if (record.type.startsWith('model.') || record.type === 'turn.closed') asked = undefined;
    if (record.type === 'tool.requested') calls.begin(record.call_id, record.tool, record.input, now());
    if (record.type === 'turn.closed') calls.clear();
    const call = record.type === 'tool.returned' ? calls.end(record.call_id, now()) : undefined;
    if (record.type === 'approval.given' || record.type === 'tool.denied') questions.delete(record.call_id);
    if (record.type === 'turn.closed' || record.type === 'run.closed') questions.clear();
    say(rows.of(record, call));
    if (record.type === 'approval.requested') {
      screen.tail([]);
      questions.add(record.call_id);
    }
    draw();
  }

  function take(event: ViewEvent): void {
    switch (event.type) {
      case 'text.delta':
        fresh += event.text;
        if (now() - drawnAt >= tickMs / 2) draw();
        break;
      // What a model thinks is in the log; a terminal shows what it says.
      case 'thought.delta':
        break;
      case 'tool.output':
        calls.prints(event.call_id, event.text);
        break;
      case 'tool.settled':
        calls.settle(event.call_id, now());
        break;
      case 'person.asked':
        screen.tail([]);
        isAsked = true;
        break;
      case 'person.answered':
        isAsked = false;
        break;
      default:
        takeRecord(event);
    }
  }

  return {
    showsText: true,
    take(event) {
      if (isViewEvent(event)) take(event);
      else if (isNote(event)) screen.write(event.text);
    },
    end() {
      clearInterval(timer);
      isAsked = false;
      questions.clear();
      endText();
      screen.tail([]);
    },
  };
}
