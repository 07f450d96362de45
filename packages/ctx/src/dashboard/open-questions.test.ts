import { expect, it } from 'vitest';
import type { LinkEvents, LinkedQuestion, RunLinks } from '../pages/run-links.js';
import type { LoggedQuestion } from './live-fold.js';
import { openQuestions } from './open-questions.js';
import type { Entry } from './session-index.js';

const path = '/p/.context/sessions/s.jsonl';
const entry = { key: 's', id: 's', path, project: '/p' } as Entry;
const logged: LoggedQuestion = {
  run_id: 'r',
  call_id: 'call-1',
  tool: 'bash',
  rule: 'bash',
  via: 'browser',
  text: 'ls',
  left_out: 0,
  since: 0,
};
const asked: LinkedQuestion = {
  ...logged,
  name: 'q1-1',
  id: '1',
  path,
  session_id: 's',
  root: '/p',
  explained: [],
  also: 'none',
};

/** A run that is connected and has asked, and a log that shows its question. */
function place() {
  let linked = true;
  let waiting: LinkedQuestion[] = [];
  let heard: LinkEvents | undefined;
  const links: RunLinks = {
    listen(events) {
      heard = events;
    },
    questions: () => waiting,
    answer: () => 'taken',
    linked: () => linked,
    interrupt: () => true,
    pages: () => {},
    close: () => {},
  };
  const shown = new Set<string>();
  const questions = openQuestions(links, true, {
    entryAt: () => entry,
    entry: () => entry,
    logged: () => [logged],
    asked: ({ id }) => void shown.add(id),
    gone: ({ id }) => void shown.delete(id),
    text: () => {},
    linksChanged: () => questions.logged('s'),
  });
  return {
    shown,
    questions,
    ask() {
      waiting = [asked];
      heard?.asked(asked);
    },
    answered() {
      waiting = [];
      heard?.gone(asked);
    },
    /** With its questions, which nobody answered. */
    cut() {
      linked = false;
      waiting = [];
      heard?.gone(asked);
      heard?.changed(path);
    },
  };
}

it('shows no question twice, and none again whose answer is on its way into the log', () => {
  const { ask, answered, shown, questions } = place();
  ask();
  questions.logged('s');
  expect([...shown]).toEqual(['q1-1']);
  answered();
  questions.logged('s');
  expect([...shown]).toEqual([]);
  expect(questions.all()).toEqual([]);
  expect(questions.waits('s')).toBe(false);
});

it.each([
  ['before anybody answered', false],
  ['after it was answered', true],
])('shows what the log says of a run that is no longer connected, which left %s', (_, isAnswered) => {
  const { ask, answered, cut, shown } = place();
  ask();
  if (isAnswered) answered();
  cut();
  expect([...shown]).toEqual(['log-s-call-1']);
});

it('shows a question again that is asked again', () => {
  const { ask, answered, shown } = place();
  ask();
  answered();
  ask();
  expect([...shown]).toEqual(['q1-1']);
});
