import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { counted, neutral } from '../../cli/terminal.js';
import { closed } from '../../protocol/closed.js';
import { isMembers, type Members } from '../../protocol/members.js';
import { addressOf } from '../../reach/address.js';
import { askStatus } from '../../reach/ask-status.js';
import { type RunningServer, runningServers } from '../../serve/running.js';
import { readToken } from '../../serve/token-file.js';

const session = t.Object(
  { session_id: t.String(), cwd: t.String(), busy: t.Boolean(), watched: t.Integer() },
  closed,
);
const server = t.Object(
  {
    url: t.String(),
    pid: t.Integer(),
    since: t.String(),
    token_file: t.String(),
    /** Whether it answered just now; what follows is known only then. */
    answers: t.Boolean(),
    version: t.Optional(t.String()),
    connections: t.Optional(t.Integer()),
    refused: t.Optional(t.Integer()),
    sessions: t.Optional(t.Array(session)),
  },
  closed,
);

export default clawable({
  name: 'serve status',
  group: 'run',
  summary: 'List your servers on this machine, with clients and sessions',
  description:
    'Lists your running `ctx serve` on this machine: address and process, connected clients, refused requests, and open sessions. A busy session has a running turn; it continues even if nobody watches.',
  examples: [{ line: 'ctx serve status', says: 'what runs, and where' }],
  arguments: {},
  flags: {},
  returns: t.Object({ servers: t.Array(server) }, closed),
  async run(_input, { env, cwd }) {
    const servers = await Promise.all(runningServers(env).map((running) => statusOf(running, cwd)));
    return { servers };
  },
  render: ({ servers }) =>
    servers.length === 0
      ? 'No server of yours runs here; `ctx serve` starts one.'
      : servers.map(serverText).join(''),
});

async function statusOf(running: RunningServer, cwd: string): Promise<t.Static<typeof server>> {
  const { url, pid, since, tokenFile } = running;
  const known = { url, pid, since, token_file: tokenFile };
  const address = addressOf(url, cwd);
  const token = readToken(tokenFile);
  const said = 'wanted' in address || token === undefined ? undefined : await askStatus(address, token);
  if (!isMembers(said)) return { ...known, answers: false };
  const { version, connections, refused, sessions } = said;
  return {
    ...known,
    answers: true,
    ...(typeof version === 'string' && { version }),
    ...(typeof connections === 'number' && { connections }),
    ...(typeof refused === 'number' && { refused }),
    ...(Array.isArray(sessions) && { sessions: sessions.filter(isMembers).map(sessionOf) }),
  };
}

function sessionOf({ session_id, cwd, busy, watched }: Members): t.Static<typeof session> {
  return { session_id: String(session_id), cwd: String(cwd), busy: busy === true, watched: Number(watched) };
}

function serverText({
  url,
  pid,
  since,
  answers,
  connections = 0,
  sessions = [],
}: t.Static<typeof server>): string {
  const state = answers
    ? `${counted(connections, 'client')}, ${counted(sessions.length, 'session')}`
    : 'does not answer';
  const rows = sessions.map(
    ({ session_id, cwd, busy, watched }) =>
      `  ${neutral(session_id)}  ${busy ? 'busy' : 'waiting'}, ${counted(watched, 'client')}  ${neutral(cwd)}\n`,
  );
  return `${neutral(url)}  pid ${pid}, since ${neutral(since)}, ${state}\n${rows.join('')}`;
}
