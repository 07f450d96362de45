// The way to a server by the name that this project has for it.

import type { Services } from '../../cli/command.js';
import { projectRoot } from '../../project/root.js';
import { fail } from '../../protocol/codes.js';
import { type Remote, remotesOf } from '../../reach/remotes.js';
import { nearest } from '../../text/nearest.js';
import { type Reach, reachServer } from './reach-server.js';

export function namedRemote(
  name: string,
  services: Services,
): { readonly remote: Remote; readonly reach: Reach } {
  const remotes = remotesOf({ root: projectRoot(services), env: services.env });
  const remote = remotes.find((one) => one.name === name);
  const known = remotes.map((one) => one.name);
  if (remote === undefined)
    throw fail('remote_unknown', {
      operation: 'connect',
      target: name,
      known,
      nearest: nearest(name, known),
    });
  const { url, tokenFile } = remote;
  return { remote, reach: reachServer({ url, tokenFile, called: name }, services) };
}
