// A session that came here by a teleport goes back to where it came from, because that side asks for it. Its ticket shows that it is
// the one that brought it.

import { join } from 'node:path';
import type { Connection } from '../../acp/connection.js';
import { invalidParams, RpcError, rpcCodes } from '../../acp/rpc-error.js';
import type { Services } from '../../cli/command.js';
import { Failure } from '../../protocol/failure.js';
import { ticketFrom } from '../../teleport/bounded-fields.js';
import { teleportsFolder } from '../../teleport/outgoing.js';
import { sendSession } from '../../teleport/send.js';
import { Staging } from '../../teleport/staging.js';
import { inRpcWords } from '../acp/rpc-failure.js';
import { senderHere } from './move.js';

export async function sendBack(
  params: unknown,
  connection: Connection,
  services: Services,
  signal: AbortSignal,
): Promise<object> {
  const { env, program } = services;
  const ticket = ticketFrom(params);
  const arrival = new Staging(join(teleportsFolder(env), 'in'), ticket).arrival();
  if (arrival?.phase !== 'committed') throw invalidParams('no session came here with this ticket');
  const { offer, root, log } = arrival;
  return inRpcWords(program.name, false, async () => {
    try {
      const sent = await sendSession({
        ...senderHere(services),
        connection,
        path: log,
        root: offer.within === '' ? root : join(root, offer.within),
        target: `back:${ticket}`,
        into: '.',
        allowOtherVersion: Reflect.get(Object(params), 'allowOtherVersion') === true,
        isCheck: false,
        anybodys: true,
        signal,
      });
      return { sent: sent.sent, bytes: sent.bytes, files: sent.files, left: sent.left.slice(0, 1000) };
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'teleport_obstructed') throw error;
      // The words for it are made where a person reads them.
      throw new RpcError(rpcCodes.internalError, 'something else is in its place', {
        code: error.code,
        obstacles: Reflect.get(error.where, 'obstacles'),
      });
    }
  });
}
