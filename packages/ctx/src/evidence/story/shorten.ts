// A very long run, told as its beginning, its end and what stood out in between, so that a story has a size whatever
// the log has.

import type { RunStory, StoryStep } from './story.js';

export interface StoryLimits {
  /** Of one run: half of them from its beginning, half from its end. A run after many others gets fewer. */
  readonly steps: number;
  /** Characters of all texts of all runs. */
  readonly text: number;
  /** Characters of all changes to files. */
  readonly changedText: number;
}

/** For data: nothing is left out. */
export const everything: StoryLimits = { steps: Infinity, text: Infinity, changedText: Infinity };

const manySteps = 5;
const fewSteps = 1 / 20;

/** For the next run, after those that are told. */
export function stepsFor(told: readonly RunStory[], { steps }: StoryLimits): number {
  const sum = told.reduce(
    (all, { turns }) => all + turns.reduce((own, turn) => own + turn.steps.length, 0),
    0,
  );
  return sum < manySteps * steps ? steps : Math.ceil(steps * fewSteps);
}

export interface Shortener {
  /** To be called after each record. It works only now and then, when much more is there than may stay. */
  afterRecord(): void;
  atEnd(): void;
}

export function shortener(run: RunStory, most: number): Shortener {
  let ofEarlierTurns = 0;
  let turn = run.turns.at(-1);
  let ofTurn = 0;
  const shortenTo = (enough: number) => {
    if (ofEarlierTurns + ofTurn <= enough) return;
    shorten(run, most);
    turn = run.turns.at(-1);
    ofTurn = turn?.steps.length ?? 0;
    ofEarlierTurns = run.turns.reduce((sum, { steps }) => sum + steps.length, -ofTurn);
  };
  return {
    afterRecord() {
      const last = run.turns.at(-1);
      if (last !== turn) ofEarlierTurns += ofTurn;
      turn = last;
      ofTurn = last?.steps.length ?? 0;
      if (run.spending.length > 2 * most) thin(run.spending);
      shortenTo(2 * most);
    },
    atEnd: () => shortenTo(most),
  };
}

function shorten({ turns, left_out }: RunStory, most: number): void {
  const all = turns.reduce((sum, { steps }) => sum + steps.length, 0);
  const half = Math.floor(most / 2);
  let place = 0;
  let notable = 0;
  for (const turn of turns) {
    const kept = turn.steps.filter((step) => {
      const isAtAnEnd = place < half || place >= all - half;
      place += 1;
      if (isAtAnEnd) return true;
      const isNotable = standsOut(step);
      if (isNotable && notable < most) {
        notable += 1;
        return true;
      }
      left_out.steps += 1;
      if (isNotable) left_out.notable += 1;
      return false;
    });
    turn.steps.splice(0, turn.steps.length, ...kept);
  }
  const told = turns.filter(({ steps }, i) => steps.length > 0 || i === 0 || i === turns.length - 1);
  left_out.turns += turns.length - told.length;
  turns.splice(0, turns.length, ...told);
}

/** What a reader looks for first is not left out as long as there is room. */
function standsOut(step: StoryStep): boolean {
  if (step.kind === 'failure' || step.kind === 'event') return true;
  if (step.kind !== 'call') return step.finish === 'length' || step.finish === 'content_filter';
  const { decision, returned } = step;
  return decision !== 'allowed' || returned === undefined || returned.is_error || returned.interrupted;
}

/** Every second point goes; the last one stays. */
function thin<T>(points: T[]): void {
  const kept = points.filter((_, i) => i % 2 === 1 || i === points.length - 1);
  points.splice(0, points.length, ...kept);
}
