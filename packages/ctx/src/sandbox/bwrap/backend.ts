// bubblewrap: namespaces, mounts and a filter on system calls, set up anew for every command.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { Server } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Backend, Command } from '../backend.js';
import { environmentInside } from '../environment.js';
import { giveIdentity } from '../git-identity.js';
import { inheritedDescriptors } from '../inherited.js';
import { shellProgram, startInside } from '../inside.js';
import { hostRuleOf } from '../network/allowed-hosts.js';
import { forwardedPorts, startForwarding } from '../network/forward.js';
import { listenerScript, proxyPort } from '../network/listener.js';
import { startProxy } from '../network/proxy.js';
import type { DeniedConnection } from '../network/way-out.js';
import type { SandboxPlace, SandboxPlan } from '../plan.js';
import { probed } from '../probe.js';
import { type AnswerRequest, serveRequests } from '../requests/server.js';
import { unixSocketsIn } from '../rules.js';
import { seccompFilter } from '../seccomp/filter.js';
import { processors } from '../seccomp/tables.js';
import { listeningSockets } from '../sockets.js';
import { unavailable } from '../unavailable.js';
import { shownFolders, sightAt, viewOf } from '../view.js';
import { bwrapArguments, deskInside } from './arguments.js';
import { diagnosed, kernelHere } from './diagnose.js';
import { findBwrap } from './find.js';

/** The descriptors above standard error that bubblewrap, and only it, is given. */
const descriptors = { arguments: 3, filter: 4, channel: 5 };

export function bwrapBackend(
  plan: SandboxPlan,
  place: SandboxPlace,
  onDenied: (denied: DeniedConnection) => void,
): Backend {
  const { rules, folders, home, system } = plan;
  const distrusted = [plan.workspace, ...plan.writable, ...(plan.root === undefined ? [] : [plan.root])];
  const { file, version } = findBwrap(place.env['PATH'], distrusted);
  refuseNested(plan);
  const filterFile = join(folders.top, 'filter.bpf');
  writeFileSync(filterFile, filterFor(plan));
  giveIdentity(place.env['HOME'], folders.home);
  const inherited = closable(inheritedDescriptors());
  const network = Array.isArray(rules.network) ? openNetwork(rules.network, onDenied) : undefined;
  let desks = 0;
  const view = () => viewOf(plan, plan.hidden.find(), listeningSockets(shownFolders(plan)));

  function start({
    argv,
    env,
    merged,
    stdin,
    cwd = plan.workspace,
    requests,
    ownLoopback,
  }: Command): ChildProcess {
    const door = network && { channel: descriptors.channel, script: network.script };
    const options = ['--args', String(descriptors.arguments), '--'];
    const inside = startInside({ argv, merged, inherited, door });
    const desk = requests === undefined || !unixSocketsIn(rules) ? undefined : openDesk(requests);
    const filter = openSync(filterFile, 'r');
    try {
      const child = spawn(file, [...options, ...inside], {
        cwd: '/',
        env: environmentInside(env, {
          home,
          system,
          proxy: network?.address,
          ownLoopback,
          outside: requests && deskInside,
        }),
        stdio: [stdin, 'pipe', 'pipe', 'pipe', filter, ...(network === undefined ? [] : ['ipc' as const])],
        detached: true,
      });
      const words = bwrapArguments(plan, view(), { filter: descriptors.filter, cwd, desk: desk?.path });
      give(child, words);
      child.once('close', () => void desk?.server.close());
      if (network !== undefined) takeListeners(child, network);
      return child;
    } finally {
      closeSync(filter);
    }
  }

  function openDesk(answer: AnswerRequest) {
    const path = join(folders.top, `desk-${++desks}`);
    return { path, server: serveRequests(path, answer) };
  }

  return {
    name: 'bwrap',
    version,
    ownsProcesses: true,
    start,
    async probe() {
      const said = await probed(start);
      if (said !== undefined) throw unavailable(diagnosed(said, kernelHere()), file, said);
    },
    explain: (path) => sightAt(plan, view(), path),
    mounted: () => view().map(({ path }) => path),
    close: () => network?.close(),
  };
}

function refuseNested({ rules }: SandboxPlan): void {
  if (rules.nested === true && process.getuid?.() === 0) throw unavailable('nested_root', 'nested');
}

function filterFor({ rules }: SandboxPlan): Buffer {
  const processor = processors[process.arch];
  if (processor === undefined) throw unavailable('processor', process.arch);
  return seccompFilter(processor, { unixSockets: unixSocketsIn(rules), nested: rules.nested === true });
}

/** A plain `sh` can close only the first ten. */
function closable(inherited: readonly number[]): readonly number[] {
  const beyond = inherited.find((descriptor) => descriptor > 9);
  if (beyond !== undefined && shellProgram() !== '/bin/bash') throw unavailable('inherited', String(beyond));
  return inherited;
}

function give(child: ChildProcess, words: readonly string[]): void {
  const channel = child.stdio[descriptors.arguments];
  if (!(channel instanceof Writable)) return;
  // Where bubblewrap never started, its exit tells more.
  channel.on('error', () => {});
  channel.end(words.map((word) => `${word}\0`).join(''));
}

interface Network {
  /** Where commands find the proxy. */
  readonly address: string;
  readonly script: string;
  serve(listener: Server, port: number): void;
  close(): void;
}

/** The hosts that are allowed, by a proxy; ports of this machine among them also by their own. */
function openNetwork(hosts: readonly string[], onDenied: (denied: DeniedConnection) => void): Network {
  const forwarded = forwardedPorts(hosts);
  const port = proxyPort(forwarded);
  const proxy = startProxy({ rule: hostRuleOf(hosts), onDenied });
  const forwarding = startForwarding();
  return {
    address: `http://127.0.0.1:${port}`,
    script: listenerScript(port, forwarded),
    serve(listener, at) {
      if (at === port) proxy.serve(listener);
      else if (forwarded.includes(at)) forwarding.serve(listener, at);
      else listener.close();
    },
    close() {
      proxy.close();
      forwarding.close();
    },
  };
}

/** Each message is a port and its listener. Nothing else is taken from there; the channel is closed before the command starts. */
function takeListeners(child: ChildProcess, network: Network): void {
  child.on('message', (port, handle) => {
    if (!(handle instanceof Server)) return;
    child.once('exit', () => handle.close());
    network.serve(handle, Number(port));
  });
}
