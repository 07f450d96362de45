import * as t from 'typebox';
import { clawable, closed, flag, neutral } from '../../../../ctx/src/kit/command.js';
import { demandLogPath } from '../../governance/demand-log.js';
import { recordSignal } from '../../governance/record-signal.js';
import { roadmapPath } from '../../governance/roadmap.js';
import { repositoryRoot, repositoryTable } from '../../repository.js';
import { promotionSchema, signalSchema } from './signal-schema.js';

export default clawable({
  name: 'demand add',
  group: 'maintain',
  summary: 'Record a request for JSON output from a command that has none',
  description:
    'Adds one request (a signal) to governance/opt-out-demand-log.md. A signal says who needs JSON from a command (a surface) that has none, what for, and why today’s output is not enough. Each source counts once for a surface. The second independent signal adds the surface to ROADMAP.md, below `## Promotions`.',
  examples: [
    {
      line: 'ctxctl demand add --surface tools --source "release bot" --use-case "check the pool before a run" --why "columns move when names grow"',
      says: 'one signal',
    },
  ],
  arguments: {},
  flags: {
    surface: flag.requiredText('the command that has no JSON output', 'NAME'),
    source: flag.requiredText('who needs it', 'TEXT'),
    'use-case': flag.requiredText('what they need it for', 'TEXT'),
    why: flag.requiredText('why today’s output is not enough', 'TEXT'),
    date: flag.text('the day of the signal (default today)', 'YYYY-MM-DD'),
  },
  returns: t.Object(
    {
      path: t.String(),
      signal: signalSchema,
      signals_for_surface: t.Integer(),
      promotion: t.Optional(promotionSchema),
    },
    closed,
  ),
  async run({ flags }, { cwd, clock }) {
    const root = repositoryRoot(cwd);
    const given = {
      source: flags.source,
      surface: flags.surface,
      use_case: flags['use-case'],
      why: flags.why,
      date: flags.date ?? new Date(clock.now()).toISOString().slice(0, 10),
    };
    const { signal, ofSurface, promotion } = await recordSignal(
      root,
      repositoryTable(root),
      given,
      clock.now(),
    );
    return {
      path: demandLogPath,
      signal,
      signals_for_surface: ofSurface.length,
      ...(promotion && { promotion }),
    };
  },
  render({ path, signal, signals_for_surface, promotion }) {
    const count = `${signals_for_surface} signal${signals_for_surface === 1 ? '' : 's'}`;
    const recorded = `Recorded in ${path}: ${signal.surface} now has ${count}.`;
    if (promotion === undefined) return recorded;
    const { line, on_roadmap } = promotion;
    const said = on_roadmap ? `Its promotion is on ${roadmapPath}:` : `Add its promotion to ${roadmapPath}:`;
    return `${recorded}\n${said}\n  ${neutral(line)}`;
  },
});
