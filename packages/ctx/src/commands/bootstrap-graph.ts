import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { columns } from '../cli/terminal.js';
import { closed } from '../protocol/closed.js';

export default clawable({
  name: 'bootstrap-graph',
  group: 'about',
  summary: 'Show the stages of start-up and the time of each',
  description:
    'Every start goes through the same stages, one after the other. The times are those of this call.',
  examples: [{ line: 'ctx bootstrap-graph', says: 'time each stage' }],
  arguments: {},
  flags: {},
  returns: t.Object(
    {
      /** In their order; each begins when the one before it has ended. */
      stages: t.Array(t.String()),
      note: t.String(),
      times: t.Array(t.Object({ stage: t.String(), says: t.String(), took_ms: t.Number() }, closed)),
      total_ms: t.Number(),
    },
    closed,
  ),
  async run(_, { stages: marks, clock }) {
    // No two processes take the same time.
    const tookMs = (ms: number) => (clock.deterministic ? 0 : rounded(ms));
    const ends = [{ stage: 'node' as const, at: performance.nodeTiming.bootstrapComplete }, ...marks];
    const times = ends.map(({ stage, at }, i) => ({
      stage,
      says: meanings[stage],
      took_ms: tookMs(at - (ends[i - 1]?.at ?? 0)),
    }));
    const stages = times.map(({ stage }) => stage);
    return { stages, note, times, total_ms: tookMs(ends.at(-1)?.at ?? 0) };
  },
  render({ times, total_ms }) {
    const rows = times.map(({ stage, says, took_ms }, i) => [
      `${i === 0 ? ' ' : '→'} ${stage}`,
      `${took_ms.toFixed(2)} ms`,
      says,
    ]);
    return `${columns(rows)}\n${total_ms.toFixed(2)} ms from the start of the process to the start of the command`;
  },
});

const note = 'Every command starts in these stages; the times are of this process.';

const meanings = {
  node: 'Node.js itself starts',
  kernel: 'the kernel of the program is loaded',
  resolve: 'the words are matched with a command’s name',
  load: 'that command’s code is loaded, and nothing of the others',
  parse: 'its arguments and flags are parsed',
} as const;

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
