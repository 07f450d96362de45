// The way to the machine that a session moves to: a server by its address or by a remote's name, or the user's own ssh.

import type { Carrier } from '../../acp/carrier.js';
import type { Services } from '../../cli/command.js';
import { projectRoot } from '../../project/root.js';
import { fail } from '../../protocol/codes.js';
import { isRemoteName, remotesOf } from '../../reach/remotes.js';
import { greetedBySsh, reachBySsh } from '../../reach/ssh.js';
import { type SshTarget, sshTarget } from '../../reach/ssh-target.js';
import { dialling, type Reach, reachServer } from '../reach/reach-server.js';

export interface WayFlags {
  readonly 'token-file'?: string | undefined;
  readonly 'ssh-port'?: number | undefined;
  readonly 'ssh-config'?: string | undefined;
  readonly program?: string | undefined;
}

export interface Way {
  /** Over a carrier of its own, which `hello` is said over. */
  greeted<T>(hello: (carrier: Carrier) => Promise<T>): Promise<T>;
  /** For a conversation with the session once it is there. */
  readonly reach: Reach;
}

export function wayTo(target: string, flags: WayFlags, services: Services): Way {
  const remote = remoteCalled(target, services);
  if (remote !== undefined)
    return serverAt(remote.url, target, flags['token-file'] ?? remote.tokenFile, services);
  if (/^(wss?:\/\/|unix:)/i.test(target)) return serverAt(target, target, flags['token-file'], services);
  const ssh = /[@:]/.test(target) ? sshTarget(target) : undefined;
  if (ssh === undefined) throw fail('teleport_target_invalid', { operation: 'argparse', target });
  return shellAt(ssh, target, flags, services);
}

function remoteCalled(target: string, services: Services) {
  if (!isRemoteName(target)) return undefined;
  const place = { root: projectRoot(services), env: services.env };
  return remotesOf(place).find(({ name }) => name === target);
}

function serverAt(url: string, called: string, tokenFile: string | undefined, services: Services): Way {
  const dialled = dialling({ url, tokenFile }, services);
  return {
    greeted: async (hello) => hello(await dialled()),
    reach: reachServer({ url, tokenFile, called }, services),
  };
}

/** Whoever has a shell there may write any file there: what arrives is trusted as they are. */
const words = ['--accept-teleports', '.', '--trust-teleports'];

function shellAt(target: SshTarget, called: string, flags: WayFlags, { env, program }: Services): Way {
  const options = { port: flags['ssh-port'], config: flags['ssh-config'], program: flags.program };
  const place = { target, options, called, env, version: program.version };
  return {
    greeted: (hello) => greetedBySsh({ ...place, options: { ...options, words } }, hello),
    reach: (ears) => reachBySsh(place, ears),
  };
}
