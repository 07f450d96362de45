import * as t from 'typebox';
import { uninstallEntry } from '../../catalog/installing/uninstall.js';
import { clawable } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { neutral } from '../../cli/terminal.js';
import { extensionScopes } from '../../hosts/extensions.js';
import { projectRoot } from '../../project/root.js';
import { closed } from '../../protocol/closed.js';
import { namedHosts } from '../hooks/chosen-hosts.js';
import { diffLines, shownChange } from '../hooks/hooks-answer.js';

export default clawable({
  name: 'catalog uninstall',
  group: 'catalog',
  summary: 'Uninstall what the catalog installed',
  description:
    'Removes the folder, or the MCP server from the host’s settings; a settings file that nobody else changed is restored byte for byte. Files and folders that the install created go, too. If you changed what was installed, it refuses without --force. Works only for what ctx installed, in this project or for you.',
  examples: [
    { line: 'ctx catalog uninstall mcp:microsoft/playwright-mcp', says: 'from every host and scope' },
    { line: 'ctx catalog uninstall pdf --scope user --dry-run', says: 'show what would go' },
  ],
  arguments: { id: argument.one('the id of the entry, or the last part of it') },
  flags: {
    host: flag.text('only from this host', 'HOST'),
    scope: flag.choice('only from this project, or only from your own', extensionScopes),
    force: flag.switch('remove it even if it was changed since'),
    'dry-run': flag.switch('change nothing, show what would change'),
  },
  returns: t.Object(
    {
      dry_run: t.Boolean(),
      removed: t.Array(
        t.Object(
          {
            id: t.String(),
            host: t.String(),
            scope: t.Enum(extensionScopes),
            where: t.String(),
            diff: t.String(),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
  async run({ args: { id }, flags }, services) {
    const [host] = flags.host === undefined ? [] : (namedHosts([flags.host]) ?? []);
    const removed = await uninstallEntry({
      id,
      host: host?.name,
      scope: flags.scope,
      root: projectRoot(services),
      env: services.env,
      force: flags.force,
      dryRun: flags['dry-run'],
    });
    const shown = removed.map(async ({ settings, ...one }) => {
      return { ...one, diff: settings === undefined ? '' : await shownChange(settings) };
    });
    return { dry_run: flags['dry-run'], removed: await Promise.all(shown) };
  },
  render({ dry_run, removed }, terminal) {
    const verb = dry_run ? 'Would remove' : 'Removed';
    return removed
      .map(({ id, host, where, diff }) => {
        return `${verb} ${id} (${host}): ${neutral(where)}\n${dry_run ? diffLines(neutral(diff), terminal) : ''}`;
      })
      .join('');
  },
});
