import { join } from 'node:path';
import * as t from 'typebox';
import { clawable, closed, columns, flag, neutral } from '../../../../ctx/src/kit/command.js';
import { readText } from '../../../../ctx/src/kit/files.js';
import { demandLogPath, parseDemandLog } from '../../governance/demand-log.js';
import { logRules } from '../../governance/locked-log.js';
import { unknownSurface } from '../../governance/surfaces.js';
import { repositoryRoot, repositoryTable } from '../../repository.js';
import { signalSchema } from './signal-schema.js';

export default clawable({
  name: 'demand list',
  group: 'maintain',
  summary: 'List recorded requests for JSON output',
  description:
    'Lists the signals in governance/opt-out-demand-log.md, including those that people added by hand.',
  examples: [
    { line: 'ctxctl demand list', says: 'all signals' },
    { line: 'ctxctl demand list --surface tools', says: 'the signals for one surface' },
  ],
  arguments: {},
  flags: { surface: flag.text('only the signals for this surface', 'NAME') },
  returns: t.Object({ path: t.String(), signals: t.Array(signalSchema) }, closed),
  async run({ flags }, { cwd, clock }) {
    const root = repositoryRoot(cwd);
    const rules = logRules(repositoryTable(root), clock.now());
    const wanted = flags.surface;
    if (wanted !== undefined && !rules.isSurface(wanted))
      throw unknownSurface('list', wanted, repositoryTable(root));
    const all = parseDemandLog(readText(join(root, demandLogPath)), rules);
    return {
      path: demandLogPath,
      signals: all.filter(({ surface }) => wanted === undefined || surface === wanted),
    };
  },
  render({ signals }) {
    if (signals.length === 0) return 'No signal is on record.';
    return columns(
      signals.map(({ date, surface, source, use_case, resolved }) =>
        [date, surface, source, use_case, resolved?.outcome ?? ''].map(neutral),
      ),
    );
  },
});
