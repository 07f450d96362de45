// From an address to a ctx that listens there.

import { resolve } from 'node:path';
import type { Services } from '../../cli/command.js';
import { fail } from '../../protocol/codes.js';
import { type Address, addressOf } from '../../reach/address.js';
import { dial } from '../../reach/dial.js';
import { type Ears, greet, type RemoteCtx } from '../../reach/remote-ctx.js';
import { readToken, usualTokenFile } from '../../serve/token-file.js';

export interface ServerPlace {
  readonly url: string;
  readonly tokenFile: string | undefined;
  /** How people call it. */
  readonly called: string;
}

/** What makes a connection, once it is known who listens to it. */
export type Reach = (ears: Ears) => Promise<RemoteCtx>;

export function reachServer({ url, tokenFile, called }: ServerPlace, services: Services): Reach {
  const { cwd, env, program, signal } = services;
  const address = wantedAddress(url, cwd);
  const file = tokenFile === undefined ? usualTokenFile(env) : resolve(cwd, tokenFile);
  if (file === undefined) throw fail('state_folder_missing', { operation: 'read', target: 'HOME' });
  return async (ears) => {
    const text = readToken(file);
    if (text === undefined) throw fail('token_file_missing', { operation: 'read', target: file });
    const carrier = await dial(address, { text, file }, signal);
    return greet(carrier, {
      target: called,
      version: program.version,
      ears,
      outlives: true,
      patienceMs: 30_000,
    });
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
