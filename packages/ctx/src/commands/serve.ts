import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { counted, neutral } from '../cli/terminal.js';
import { closed } from '../protocol/closed.js';
import { isMembers } from '../protocol/members.js';
import { untilAborted } from '../time/interruptible-wait.js';
import { serveClients } from './serve/serve-clients.js';
import { serverFlags } from './serve/server-flags.js';
import { askFlags, budgetFlags, modelFlags, policyFlags } from './session-flags.js';
import { teleportFlags } from './teleport/teleport-flags.js';

export default clawable({
  name: 'serve',
  group: 'run',
  summary: 'Serve ctx to terminals and programs on other machines',
  description:
    'Speaks the Agent Client Protocol over WebSocket, on this machine only unless you pass --listen, for sessions in this folder and below. Clients need the token, which is in a file that only you can read; ctx creates it if it is missing, and a new token in the file locks the old one out. A session outlives its client: the run continues, and whoever loads the session again sees it live and gets its open questions. The flags of `ctx run` limit what clients can do. With stream-json each event is a line; the first, serve.listening, has the address. SIGTERM or Ctrl-C ends it: turns are interrupted, logs closed, and the exit code is 0.',
  examples: [
    { line: 'ctx serve', says: 'for this machine, at ws://127.0.0.1:7433' },
    { line: 'ctx serve --listen unix:/run/user/1000/ctx/sock', says: 'on a socket that only you can open' },
    {
      line: 'ctx serve --listen 0.0.0.0:7433 --tls-cert cert.pem --tls-key key.pem --allow-host build.example',
      says: 'for other machines',
    },
    { line: 'ctx serve --port 0 --output-format stream-json', says: 'any free port, told to a program' },
  ],
  arguments: {},
  flags: { ...serverFlags, ...modelFlags, ...budgetFlags, ...policyFlags, ...askFlags, ...teleportFlags },
  returns: t.Object(
    {
      url: t.String(),
      pid: t.Integer(),
      /** How many clients connected, and how many requests were refused. */
      connections: t.Integer(),
      refused: t.Integer(),
      /** Turns that were under way when it ended. */
      interrupted: t.Integer(),
    },
    closed,
  ),
  long: true,
  async run({ flags }, services) {
    const served = await serveClients(flags, services);
    const { url } = served.door;
    services.emit({ type: 'serve.listening', url, pid: process.pid, token_file: served.tokenFile });
    const { signal } = services;
    const ends = flags['until-idle'] === undefined ? [] : [served.idleFor(flags['until-idle'] * 1000)];
    await Promise.race([untilAborted(signal), ...ends]);
    const interrupted = await served.end();
    return { url, pid: process.pid, ...served.counts(), interrupted };
  },
  render: ({ url, connections, refused, interrupted }) =>
    `served ${url}: ${counted(connections, 'connection')}, ${refused} refused${interrupted > 0 ? `, ${counted(interrupted, 'turn')} interrupted` : ''}`,
  live: (event) => eventLine(event),
});

function eventLine(event: object): string | undefined {
  if (!isMembers(event)) return undefined;
  const { type, url, from, reason, why, untold, note, token_file: tokenFile } = event;
  const said = (text: unknown) => neutral(String(text)).replaceAll('\n', ' ').slice(0, 300);
  const more = typeof untold === 'number' && untold > 0 ? ` (and ${untold} more)` : '';
  switch (type) {
    case 'serve.listening':
      return `listening on ${said(url)}, token in ${said(tokenFile)}\n`;
    case 'serve.connected':
      return `connected: ${said(from)}\n`;
    case 'serve.disconnected':
      return `gone: ${said(from)} (${said(why)})\n`;
    case 'serve.refused':
      return `refused: ${said(from)}: ${said(reason)}${more}\n`;
    case 'serve.noted':
      return `note: ${said(from)}: ${said(note)}${more}\n`;
    default:
      return undefined;
  }
}
