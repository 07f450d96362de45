// A run's time line as bars: when the model thought, when tools ran, what stood out. Places are fractions of the run's time.

import type { RunStory, StoryStep } from './story.js';

export type BarKind = 'model' | 'failed' | 'tool' | 'error' | 'denied' | 'event';

export interface Bar {
  readonly kind: BarKind;
  /** From 0 to 1. */
  readonly from: number;
  readonly to: number;
  readonly seq: number;
  readonly says: string;
}

export interface Lane {
  readonly name: string;
  readonly bars: readonly Bar[];
}

export interface TimeLine {
  readonly milliseconds: number;
  readonly lanes: readonly Lane[];
  /** Where turns begin. */
  readonly turns: readonly { readonly turn: number; readonly from: number }[];
}

/** Finer than this no screen shows it; narrow bars next to each other become one. */
const mostBars = 400;
const mostTools = 8;

export function timeLineOf(run: RunStory): TimeLine {
  const start = run.opened.at;
  const milliseconds = Math.max(0, run.last.at - start);
  const place = (at: number) =>
    milliseconds === 0 ? 0 : Math.min(1, Math.max(0, (at - start) / milliseconds));
  const lanes = new Map<string, Bar[]>();
  const add = (lane: string, kind: BarKind, from: number, to: number, seq: number, says: string) => {
    const bars = lanes.get(lane) ?? [];
    if (bars.length === 0) lanes.set(lane, bars);
    bars.push({ kind, from: place(from), to: place(to), seq, says });
  };
  for (const { steps } of run.turns) for (const step of steps) addStep(step, add);
  return {
    milliseconds,
    lanes: inOrder(lanes).map(([name, bars]) => ({ name, bars: merged(bars) })),
    turns: run.turns.map(({ turn, opened }) => ({ turn, from: place(opened.at) })),
  };
}

type Add = (lane: string, kind: BarKind, from: number, to: number, seq: number, says: string) => void;

function addStep(step: StoryStep, add: Add): void {
  switch (step.kind) {
    case 'answer':
      add('model', 'model', step.asked.at, step.at, step.seq, `model call ${step.call}`);
      return;
    case 'failure':
      add('model', 'failed', step.asked.at, step.at, step.seq, `model call ${step.call} failed`);
      return;
    case 'call': {
      const { tool, at, started, denial, returned } = step;
      const seq = started?.seq ?? denial?.seq ?? step.seq;
      if (denial !== undefined) add(tool, 'denied', denial.at, denial.at, seq, `${tool} denied`);
      else if (started !== undefined) {
        const kind = returned === undefined || returned.is_error || returned.interrupted ? 'error' : 'tool';
        add(tool, kind, started.at, returned?.at ?? started.at, seq, tool);
      } else add(tool, 'error', at, returned?.at ?? at, seq, `${tool} not run`);
      return;
    }
    case 'event':
      add('events', 'event', step.at, step.at, step.seq, step.record.type);
  }
}

/** The model first, events last, and between them the tools that were used most. */
function inOrder(lanes: ReadonlyMap<string, Bar[]>): [string, Bar[]][] {
  const of = (name: string): [string, Bar[]][] => {
    const bars = lanes.get(name);
    return bars === undefined ? [] : [[name, bars]];
  };
  const tools = [...lanes]
    .filter(([name]) => name !== 'model' && name !== 'events')
    .sort(([a, ours], [b, theirs]) => theirs.length - ours.length || (a < b ? -1 : 1));
  const others = tools.slice(mostTools).flatMap(([, bars]) => bars);
  const rest: [string, Bar[]][] =
    others.length === 0 ? [] : [['others', others.sort((a, b) => a.from - b.from)]];
  return [...of('model'), ...tools.slice(0, mostTools), ...rest, ...of('events')];
}

function merged(bars: readonly Bar[]): Bar[] {
  if (bars.length <= mostBars) return [...bars];
  const out: Bar[] = [];
  let count = 1;
  for (const bar of bars) {
    const last = out.at(-1);
    if (last !== undefined && last.kind === bar.kind && bar.to - last.from < 1 / mostBars) {
      count += 1;
      out[out.length - 1] = { ...last, to: Math.max(last.to, bar.to), says: `${count} × ${bar.says}` };
    } else {
      count = 1;
      out.push(bar);
    }
  }
  return out;
}
