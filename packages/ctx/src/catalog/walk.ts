// A walk over the graph from the seeds: what is near to much of what fits, fits too (personalised PageRank, pushed).

import { type CatalogIndex, reasonOf, weightOf } from './index/read.js';
import type { Seed } from './seeds.js';

export interface Step {
  readonly from: number;
  readonly reason: string;
}

export interface Walk {
  /** Nodes that the walk came to. */
  readonly nodes: readonly number[];
  /** How much of the walk ends at a node. */
  massOf(node: number): number;
  readonly most: number;
  /** The strongest way into a node; nothing for a seed that nothing leads to. */
  stepInto(node: number): Step | undefined;
}

/** What the walk knows of a node: what stays there, what is about to move on, and the strongest way in. */
interface Visit {
  readonly node: number;
  mass: number;
  moving: number;
  flow: number;
  from: number;
  reason: number;
}

/** The share that stays at each node, the rest goes on. */
const stays = 0.5;
const rounds = 3;
const pushedEachRound = 24;
const seedsUsed = 24;
const mostEdges = 16;

export function walkFrom(index: CatalogIndex, seeds: readonly Seed[]): Walk {
  const visits = new Map<number, Visit>();
  const visit = (node: number): Visit => {
    let there = visits.get(node);
    if (there === undefined) {
      there = { node, mass: 0, moving: 0, flow: 0, from: 0, reason: 0 };
      visits.set(node, there);
    }
    return there;
  };
  const push = (from: Visit, share: number, active: Visit[]) => {
    const edges = index.edges(from.node, mostEdges);
    let weights = 0;
    for (let i = 1; i < edges.length; i += 2) weights += weightOf(edges[i] ?? 0);
    for (let i = 0; i < edges.length; i += 2) {
      const to = visit(edges[i] ?? 0);
      const what = edges[i + 1] ?? 0;
      const flow = (share * weightOf(what)) / weights;
      if (to.moving === 0) active.push(to);
      to.moving += flow;
      if (flow > to.flow) [to.flow, to.from, to.reason] = [flow, from.node, reasonOf(what)];
    }
  };

  const starting = seeds.slice(0, seedsUsed);
  const whole = starting.reduce((sum, { score }) => sum + score, 0);
  let active = starting.map(({ node, score }) => {
    const seed = visit(node);
    seed.moving = score / whole;
    return seed;
  });
  for (let round = 0; round < rounds; round++) {
    active.sort((a, b) => b.moving - a.moving || a.node - b.node);
    const next: Visit[] = [];
    const going = round === rounds - 1 ? [] : active.slice(0, pushedEachRound);
    const shares = going.map(({ moving }) => moving * (1 - stays));
    active.forEach((here, i) => {
      here.mass += here.moving - (shares[i] ?? 0);
      here.moving = 0;
    });
    going.forEach((here, i) => {
      push(here, shares[i] ?? 0, next);
    });
    active = next;
  }

  let most = 0;
  for (const { mass } of visits.values()) most = Math.max(most, mass);
  return {
    nodes: [...visits.keys()],
    massOf: (node) => visits.get(node)?.mass ?? 0,
    most,
    stepInto(node) {
      const there = visits.get(node);
      if (there === undefined || there.flow === 0) return undefined;
      return { from: there.from, reason: index.reason(there.reason) };
    },
  };
}
