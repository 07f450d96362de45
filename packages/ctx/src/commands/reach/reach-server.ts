// From an address to a ctx that listens there.

import type { Carrier } from '../../acp/carrier.js';
import type { Services } from '../../cli/command.js';
import { fail } from '../../protocol/codes.js';
import { type Address, addressOf } from '../../reach/address.js';
import { dial } from '../../reach/dial.js';
import { type Ears, greet, type RemoteCtx } from '../../reach/remote-ctx.js';
import { readToken, tokenFile } from '../../serve/token-file.js';

export interface ServerPlace {
  readonly url: string;
  readonly tokenFile: string | undefined;
  /** How people call it. */
  readonly called: string;
}

/** What makes a connection, once it is known who listens to it. */
export type Reach = (ears: Ears) => Promise<RemoteCtx>;

export function reachServer(place: ServerPlace, services: Services): Reach {
  const dialled = dialling(place, services);
  const { version } = services.program;
  return async (ears) =>
    greet(await dialled(), { target: place.called, version, ears, outlives: true, patienceMs: 30_000 });
}

/** What connects to the server, with its token. */
export function dialling(
  { url, tokenFile: named }: Omit<ServerPlace, 'called'>,
  services: Services,
): () => Promise<Carrier> {
  const address = wantedAddress(url, services.cwd);
  const file = tokenFile(named, services);
  return async () => {
    const text = readToken(file);
    if (text === undefined) throw fail('token_file_missing', { operation: 'read', target: file });
    return dial(address, { text, file }, services.signal);
  };
}

export function wantedAddress(url: string, cwd: string): Address {
  const address = addressOf(url, cwd);
  if (!('wanted' in address)) return address;
  throw fail('argument_invalid', {
    operation: 'argparse',
    // What stands there may be a secret.
    target: url.replace(/\/\/[^/@]*@/, '//…@').replace(/\?.*/s, '?…'),
    argument: 'target',
    wanted: address.wanted,
  });
}
