import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as t from 'typebox';
import { clawable, columns } from '../../../../ctx/src/kit/command.js';
import { readText } from '../../../../ctx/src/kit/files.js';
import { auditDemand, type OverallVerdict, type SurfaceVerdict } from '../../governance/demand-audit.js';
import { demandLogPath, parseDemandLog } from '../../governance/demand-log.js';
import { optedOutSurfaces, surfaceTest } from '../../governance/surfaces.js';
import { repositoryRoot, repositoryTable } from '../../repository.js';

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
  summary: 'Say which opted-out surfaces may move, and what becomes of the rest',
  description:
    'Applies the protocol’s thresholds to the demand log: two independent signals make a surface a candidate; one opens a discussion if a stable schema is committed as governance/schemas/SURFACE.json; none leaves it. Over all surfaces: none closes the matter, one or two go surface by surface, three or more reopen the classification.',
  examples: [{ line: 'ctxctl demand audit', says: 'the verdict for each surface and over all' }],
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
          { additionalProperties: false },
        ),
      ),
      may_move: t.Array(t.String()),
    },
    { additionalProperties: false },
  ),
  async run(_, { cwd }) {
    const root = repositoryRoot(cwd);
    const table = repositoryTable(root);
    const signals = parseDemandLog(readText(join(root, demandLogPath)), surfaceTest(table));
    const stable = (surface: string) => existsSync(join(root, 'governance', 'schemas', `${surface}.json`));
    return auditDemand(optedOutSurfaces(table), signals, stable);
  },
  render({ overall, surfaces }) {
    const rows = surfaces.map(({ surface, signals, verdict }) => [
      surface,
      `${signals}`,
      verdictWords[verdict],
    ]);
    return `${columns([['surface', 'signals', 'verdict'], ...rows])}\n${overallWords[overall]}`;
  },
});
