// The other side of a teleport, as the one who starts it talks to it.

import type { Carrier } from '../../acp/carrier.js';
import { agentTold } from '../../acp/client.js';
import { type Connection, connect, type Handlers } from '../../acp/connection.js';
import { membersOf } from '../../acp/fields.js';
import { protocolVersion } from '../../acp/version.js';
import type { Services } from '../../cli/command.js';
import { fail } from '../../protocol/codes.js';
import { asked } from '../../teleport/ask.js';
import { teleportVersion } from '../../teleport/methods.js';

/** Refuses whoever does not know how sessions move. `requests`: what the other side may ask of us. */
export async function connectPeer(
  carrier: Carrier,
  target: string,
  { program, signal }: Services,
  requests: Handlers['requests'] = {},
): Promise<Connection> {
  const connection = connect(carrier, { requests, notifications: { 'session/update': () => {} } });
  const { name, version } = program;
  const answer = await asked(
    connection,
    'initialize',
    { protocolVersion, clientCapabilities: {}, clientInfo: { name, version } },
    signal,
  );
  const { teleport } = membersOf(membersOf(membersOf(answer)['_meta'])['ctx']);
  if (membersOf(teleport)['version'] !== teleportVersion) {
    const told = agentTold(answer);
    connection.close();
    throw fail('teleport_unsupported', {
      operation: 'teleport',
      target,
      version: `${told.name ?? 'another agent'} ${told.version ?? ''}`.trim().slice(0, 100),
    });
  }
  return connection;
}
