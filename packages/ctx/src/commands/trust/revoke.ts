import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { neutral } from '../../cli/terminal.js';
import { projectRoot } from '../../project/root.js';
import { closed } from '../../protocol/closed.js';
import { fail } from '../../protocol/codes.js';
import { nearest } from '../../text/nearest.js';
import { revokeTrust, trustedIn } from '../../trust/trust-file.js';

export default clawable({
  name: 'trust revoke',
  group: 'hosts',
  summary: 'Revoke your trust in this project, or in one item',
  description:
    'From now on ctx asks again. Running servers are not ended; they belong to the runs that started them.',
  examples: [
    { line: 'ctx trust revoke', says: 'everything in this project' },
    { line: 'ctx trust revoke .mcp.json', says: 'only its MCP servers' },
  ],
  arguments: { path: argument.any('an item’s path, as `ctx trust list` shows it (default: all)') },
  flags: {},
  returns: t.Object({ project: t.String(), revoked: t.Array(t.String()) }, closed),
  async run({ args: { path: paths } }, services) {
    const root = projectRoot(services);
    const place = { root, env: services.env };
    const known = [...new Set(trustedIn(place).map(({ path }) => path))];
    for (const path of paths) {
      if (known.includes(path)) continue;
      throw fail('trust_unknown', {
        operation: 'revoke',
        target: path,
        known,
        nearest: nearest(path, known),
      });
    }
    const revoked = await revokeTrust(place, ({ path }) => paths.length === 0 || paths.includes(path));
    return { project: root, revoked: revoked.map(({ path }) => path) };
  },
  render: ({ revoked }) =>
    revoked.length === 0
      ? 'Nothing was trusted here.'
      : `No longer trusted: ${revoked.map(neutral).join(', ')}`,
});
