// Questions that wait for an answer: those of sessions that are connected, and those that only a log shows.

import { oneLine, visible } from '../approve/shown-call.js';
import type { LinkedQuestion, RunLinks } from '../pages/run-links.js';
import type { Question, QuestionAnswer } from './api.js';
import type { LoggedQuestion } from './live-fold.js';
import type { Entry } from './session-index.js';

export type { RunLinks };

export interface OpenQuestions {
  all(): Question[];
  waits(key: string): boolean;
  /** What the log of a session shows may have changed. */
  logged(key: string): void;
  /** `elsewhere`: it waits where no answer of ours is heard. `gone`: somebody was faster. `too_long`: it was not shown whole, and is not allowed here. */
  answer(id: string, answer: QuestionAnswer): 'taken' | 'gone' | 'too_long' | 'elsewhere';
}

export interface QuestionEvents {
  entryAt(path: string): Entry | undefined;
  entry(key: string): Entry | undefined;
  logged(key: string): readonly LoggedQuestion[];
  asked(question: Question): void;
  gone(question: Pick<Question, 'id' | 'key'>): void;
  text(entry: Entry, delta: string): void;
  linksChanged(entry: Entry): void;
}

/** `control`: whether anybody here may answer. */
export function openQuestions(links: RunLinks, control: boolean, events: QuestionEvents): OpenQuestions {
  /** Those that only logs show, by session, as they were told. */
  const told = new Map<string, Map<string, Question>>();
  /** Calls, by log, that a connected run has its answer to: the log says so a little later. */
  const answered = new Map<string, Set<string>>();

  function linked(question: LinkedQuestion): Question {
    const { name, path, session_id, root, run_id, call_id, tool, text, left_out } = question;
    const { rule, explained, since, also } = question;
    const entry = events.entryAt(path);
    return {
      id: name,
      key: entry?.key ?? session_id,
      session_id,
      project: entry?.project ?? root,
      run_id,
      call_id,
      tool: oneLine(tool),
      text: visible(text),
      left_out,
      rule: oneLine(rule),
      explained: explained.map(oneLine),
      since,
      also,
      answerable: control,
    };
  }
  function onlyLogged(key: string): Question[] {
    const entry = events.entry(key);
    if (entry === undefined) return [];
    const known = new Set(
      links.questions().flatMap((each) => (each.path === entry.path ? each.call_id : [])),
    );
    const done = answered.get(entry.path);
    return events
      .logged(key)
      .filter((each) => !known.has(each.call_id) && done?.has(callOf(each)) !== true)
      .map(({ run_id, call_id, tool, rule, via, text, left_out, since }) => ({
        id: `log-${key}-${call_id}`,
        key,
        session_id: entry.id,
        project: entry.project,
        run_id,
        call_id,
        tool: oneLine(tool),
        text,
        left_out,
        rule: oneLine(rule),
        explained: [],
        since,
        also: via === 'editor' ? ('editor' as const) : ('terminal' as const),
        answerable: false,
      }));
  }
  function logged(key: string): void {
    const before = told.get(key) ?? new Map<string, Question>();
    const now = new Map(onlyLogged(key).map((question) => [question.id, question]));
    if (now.size === 0) told.delete(key);
    else told.set(key, now);
    for (const [id, question] of now) if (!before.has(id)) events.asked(question);
    for (const id of before.keys()) if (!now.has(id)) events.gone({ id, key });
  }

  links.listen({
    asked(question) {
      answered.get(question.path)?.delete(callOf(question));
      const shown = linked(question);
      events.asked(shown);
      logged(shown.key);
    },
    gone(question) {
      const { id, key } = linked(question);
      // Of a run that is gone itself, nobody knows what it heard.
      if (links.linked(question.path)) {
        const done = answered.get(question.path) ?? new Set();
        answered.set(question.path, done.add(callOf(question)));
      }
      events.gone({ id, key });
    },
    text(path, delta) {
      const entry = events.entryAt(path);
      if (entry !== undefined) events.text(entry, delta);
    },
    changed(path) {
      const entry = events.entryAt(path);
      if (!links.linked(path)) answered.delete(path);
      if (entry !== undefined) events.linksChanged(entry);
    },
  });

  return {
    all: () => [
      ...links.questions().map(linked),
      ...[...told.values()].flatMap((each) => [...each.values()]),
    ],
    waits: (key) => told.has(key) || links.questions().some(({ path }) => events.entryAt(path)?.key === key),
    logged,
    answer(id, { answer, scope, reason }) {
      if ([...told.values()].some((each) => each.has(id))) return 'elsewhere';
      const said = { answer, scope, ...(reason !== undefined && { reason }) };
      return links.answer(id, said);
    },
  };
}

const callOf = ({ run_id, call_id }: Pick<Question, 'run_id' | 'call_id'>) => `${run_id} ${call_id}`;
