// What of Codex's settings is other for a driven thread: the servers of the config, that it asks before it calls a tool of any server, our
// hook with the user's trust in it, and what a strict run has switched off.

import { membersOf } from '../../acp/fields.js';
import { trustHash, trustKeyAt } from '../../hosts/codex-trust.js';
import { isMembers } from '../../protocol/members.js';
import { type HandedServer, wordsOf } from '../handed-servers.js';
import { untoldTools } from './codex-hook.js';

type Fields = Readonly<Record<string, unknown>>;

const asks = { default_tools_approval_mode: 'prompt' };

export interface ThreadWishes {
  readonly servers: readonly HandedServer[];
  readonly hook?: string | undefined;
  readonly strict: boolean;
  /** Its commands run in its own sandbox. What they reach, ours says. */
  readonly nests: boolean;
}

/** `settings` as they are for this folder. Each member is a path of names, or one name with all that it holds. */
export function codexSettings(settings: Fields, { servers, hook, strict, nests }: ThreadWishes): Fields {
  const theirs = Object.entries(membersOf(settings['mcp_servers'])).map(([name, own]) => [name, asking(own)]);
  const ours = servers.map((server) => [server.name, serverOf(server)]);
  return {
    mcp_servers: Object.fromEntries([...theirs, ...ours]),
    ...(hook !== undefined && { hooks: hooksOf(hook), 'features.hooks': true }),
    ...(strict && switchedOff),
    ...(nests && { 'sandbox_workspace_write.network_access': true }),
  };
}

/** What it would do with nobody asked and no hook run. Without `unified_exec` it runs a command to its end, and types nothing into it. */
const switchedOff = {
  web_search: 'disabled',
  'features.unified_exec_tty': false,
  'features.image_generation': false,
  'features.apps': false,
};

/** What a thread is begun with stands in no file; Codex calls it this. */
const ofThread = '/<session-flags>/config.toml';

/** A hook that cannot be started must not let a call through. */
function hooksOf(hook: string): Fields {
  const command = `${hook} || { echo 'ctx could not be asked' >&2; exit 2; }`;
  const timeout = 86_400;
  const handlers = [{ type: 'command', command, timeout }];
  const registered = [
    { event: 'PreToolUse', matcher: undefined },
    { event: 'PostToolUse', matcher: untoldTools.source },
  ];
  const states = registered.map(({ event, matcher }) => [
    trustKeyAt(ofThread, { event, group: 0, handler: 0 }),
    { trusted_hash: trustHash({ event, matcher, command, timeout }) },
  ]);
  return {
    ...Object.fromEntries(
      registered.map(({ event, matcher }) => [
        event,
        [{ ...(matcher !== undefined && { matcher }), hooks: handlers }],
      ]),
    ),
    state: Object.fromEntries(states),
  };
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
