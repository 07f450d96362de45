// Sessions that come to this machine and go back from it, over the connection of an ordinary client. Loaded with the first of them.

import { resolve } from 'node:path';
import type { Call, Connection, Handlers } from '../../acp/connection.js';
import type { Services } from '../../cli/command.js';
import { methods, teleportVersion } from '../../teleport/methods.js';
import type { Receiver } from '../../teleport/receive.js';
import type { TeleportFlags } from '../teleport/teleport-flags.js';

export interface TeleportRequests {
  readonly requests: Handlers['requests'];
  /** What `initialize` tells of it. */
  readonly announced: { readonly version: number; readonly accepts: boolean };
  end(): Promise<void>;
}

export function teleportRequests(
  connection: () => Connection,
  flags: TeleportFlags,
  services: Services,
): TeleportRequests {
  const folder = flags['accept-teleports'];
  let loading: Promise<Receiver> | undefined;
  const receiving = () => {
    loading ??= Promise.all([import('../../teleport/receive.js'), import('../teleport/receiving.js')]).then(
      ([{ receiver }, { receivingServices }]) => {
        const accepting =
          folder === undefined
            ? undefined
            : ({ kind: 'below', folder: resolve(services.cwd, folder) } as const);
        return receiver(receivingServices(accepting, flags['trust-teleports'] === true, services));
      },
    );
    return loading;
  };
  const received = (method: string) => async (params: unknown, call: Call) => {
    const handle = (await receiving()).requests[method];
    if (handle === undefined) throw new TypeError(`the method ${method} is unknown`);
    return handle(params, call);
  };
  const { return: back, ...others } = methods;
  return {
    requests: {
      ...Object.fromEntries(Object.values(others).map((method) => [method, received(method)])),
      [back]: async (params, { signal }) => {
        const { sendBack } = await import('../teleport/send-back.js');
        return sendBack(params, connection(), services, signal);
      },
    },
    announced: { version: teleportVersion, accepts: folder !== undefined },
    async end() {
      await (await loading)?.end();
    },
  };
}
