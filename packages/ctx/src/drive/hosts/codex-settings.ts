// What of Codex's settings is other for a driven thread: the servers of the config, and that it asks before it calls a tool of any server.

import { membersOf } from '../../acp/fields.js';
import { isMembers } from '../../protocol/members.js';
import { type HandedServer, wordsOf } from '../handed-servers.js';

type Fields = Readonly<Record<string, unknown>>;

const asks = { default_tools_approval_mode: 'prompt' };

/** `settings` as they are for this folder. Each member is a path of names, or one name with all that it holds. */
export function codexSettings(settings: Fields, servers: readonly HandedServer[]): Fields {
  const theirs = Object.entries(membersOf(settings['mcp_servers'])).map(([name, own]) => [name, asking(own)]);
  const ours = servers.map((server) => [server.name, serverOf(server)]);
  return { mcp_servers: Object.fromEntries([...theirs, ...ours]) };
}

/** Also of the tools that its user allowed for good. */
function asking(own: unknown): Fields {
  const { tools, ...others } = membersOf(own);
  const asked = Object.entries(membersOf(tools)).map(([name, tool]) => [
    name,
    { ...membersOf(tool), approval_mode: 'prompt' },
  ]);
  const kept = Object.entries(others).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(kept),
    ...asks,
    ...(isMembers(tools) && { tools: Object.fromEntries(asked) }),
  };
}

function serverOf({ reach, hidden }: HandedServer): Fields {
  if (reach.kind !== 'stdio') return { url: reach.url.href, http_headers: reach.headers, ...asks };
  const [command, ...args] = wordsOf(reach, hidden);
  return { command, args, env: reach.env, ...asks };
}
