import { join } from 'node:path';
import * as t from 'typebox';
import { clawable, closed, columns } from '../../../../ctx/src/kit/command.js';
import { isThere, readText } from '../../../../ctx/src/kit/files.js';
import {
  auditDemand,
  type OverallVerdict,
  openSignals,
  type SurfaceVerdict,
} from '../../governance/demand-audit.js';
import { demandLogPath, parseDemandLog } from '../../governance/demand-log.js';
import { logRules } from '../../governance/locked-log.js';
import { planPromotion } from '../../governance/roadmap.js';
import { unlistedSurfaces } from '../../governance/surface-entries.js';
import { optedOutSurfaces, promotedSurfaces } from '../../governance/surfaces.js';
import { repositoryRoot, repositoryTable } from '../../repository.js';
import { promotionSchema } from './signal-schema.js';

const overallWords: Record<OverallVerdict, string> = {
  close: 'No signal at all: close the matter, the surfaces are opted out for good.',
  'surface-by-surface': 'One or two signals: decide surface by surface.',
  reopen: 'Three signals or more: reopen the classification.',
};

const verdictWords: Record<SurfaceVerdict, string> = {
  candidate: 'may move: two or more independent signals',
  discuss: 'open a discussion: one signal, and its schema is stable',
  stay: 'stays where it is',
};

export default clawable({
  name: 'demand audit',
  group: 'maintain',
  summary: 'Report which commands should get JSON output',
  description:
    'Applies the protocol’s thresholds to the demand log. Two independent signals make a surface a candidate. One opens a discussion if a stable schema is committed as governance/schemas/SURFACE.json. With none, the surface stays as it is. The overall verdict counts candidates: with none the question is closed, one or two are decided one at a time, three or more reopen the classification.',
  examples: [{ line: 'ctxctl demand audit', says: 'a verdict for each surface, and an overall one' }],
  arguments: {},
  flags: {},
  returns: t.Object(
    {
      overall: t.Enum(['close', 'surface-by-surface', 'reopen']),
      signals: t.Integer(),
      surfaces: t.Array(
        t.Object(
          {
            surface: t.String(),
            signals: t.Integer(),
            stable_schema: t.Boolean(),
            verdict: t.Enum(['candidate', 'discuss', 'stay']),
          },
          closed,
        ),
      ),
      may_move: t.Array(t.String()),
      /** What stands on the roadmap, or is to be put there, for each that may move. */
      promotions: t.Array(promotionSchema),
      /** Surfaces that speak JSON and still have open signals: `ctxctl demand resolve --promoted`. */
      promoted_open: t.Array(t.String()),
      /** Opted-out surfaces without an entry in their group of the log. */
      unlisted: t.Array(t.String()),
    },
    closed,
  ),
  async run(_, { cwd, clock }) {
    const root = repositoryRoot(cwd);
    const table = repositoryTable(root);
    const text = readText(join(root, demandLogPath));
    const signals = parseDemandLog(text, logRules(table, clock.now()));
    const stable = (surface: string) => isThere(join(root, 'governance', 'schemas', `${surface}.json`));
    const surfaces = optedOutSurfaces(table);
    const audit = auditDemand(surfaces, signals, stable);
    const open = openSignals(signals);
    const ofSurface = (name: string) => open.filter(({ surface }) => surface === name);
    return {
      ...audit,
      promotions: audit.may_move.map((name) => planPromotion(root, name, ofSurface(name)).promotion),
      promoted_open: promotedSurfaces(table).filter((name) => ofSurface(name).length > 0),
      unlisted: unlistedSurfaces(text, surfaces),
    };
  },
  render({ overall, surfaces, promoted_open, unlisted }) {
    const rows = surfaces.map(({ surface, signals, verdict }) => [
      surface,
      `${signals}`,
      verdictWords[verdict],
    ]);
    const notes = [
      overallWords[overall],
      ...promoted_open.map(
        (name) => `${name} speaks JSON and has open signals: ctxctl demand resolve --promoted`,
      ),
      ...unlisted.map((name) => `${name} has no entry below \`## Surfaces\` in ${demandLogPath}`),
    ];
    return `${columns([['surface', 'signals', 'verdict'], ...rows])}\n${notes.join('\n')}`;
  },
});
