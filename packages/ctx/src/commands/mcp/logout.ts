import * as t from 'typebox';
import { changeCredentials, credentialsFor } from '../../agent/mcp/oauth/credential-store.js';
import { clawable } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { neutral } from '../../cli/terminal.js';
import { closed } from '../../protocol/closed.js';
import { namedServer } from './http-server.js';

export default clawable({
  name: 'mcp logout',
  group: 'hosts',
  summary: 'Log out of an MCP server',
  description:
    'Deletes the tokens and the client that `ctx mcp login` stored for this server. The server is not told.',
  examples: [{ line: 'ctx mcp logout tracker', says: 'remove it' }],
  arguments: { server: argument.one('the server’s name in the MCP file') },
  flags: { file: flag.text('the MCP file (default: the project’s .mcp.json)', 'FILE') },
  returns: t.Object({ server: t.String(), url: t.String(), was_logged_in: t.Boolean() }, closed),
  async run({ args: { server }, flags }, services) {
    const named = namedServer(server, flags.file, services);
    const place = { root: named.root, env: services.env };
    const { url } = named.reach();
    const was_logged_in = Object.keys(credentialsFor(url, place)).length > 0;
    if (was_logged_in) await changeCredentials(url, place, () => undefined);
    return { server, url: url.href, was_logged_in };
  },
  render: ({ server, url, was_logged_in }) =>
    was_logged_in
      ? `The login to ${neutral(server)} (${neutral(url)}) is forgotten.`
      : `You were not logged in to ${neutral(server)} (${neutral(url)}).`,
});
