// Methods that a peer may know and that are not offered here. They are refused as any unknown method is; nobody has to be told of it.

import type { Handlers } from './connection.js';
import { RpcError, rpcCodes } from './rpc-error.js';

export function notOffered(...methods: readonly string[]): Handlers['requests'] {
  return Object.fromEntries(
    methods.map((method) => [
      method,
      () => {
        throw new RpcError(rpcCodes.methodNotFound, `${method} is not offered by this client`);
      },
    ]),
  );
}
