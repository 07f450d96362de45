// sandbox-exec of macOS: one profile for the session. It has no process space of its own, and cannot be nested.

import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import type { Backend, Command } from './backend.js';
import { environmentInside } from './environment.js';
import { giveIdentity } from './git-identity.js';
import { startInside } from './inside.js';
import { hostRuleOf } from './network/allowed-hosts.js';
import { startProxy } from './network/proxy.js';
import type { DeniedConnection } from './network/way-out.js';
import type { SandboxPlan } from './plan.js';
import { probed } from './probe.js';
import { seatbeltProfile } from './seatbelt.js';
import { unavailable } from './unavailable.js';
import { sightAt, viewOf } from './view.js';

const file = '/usr/bin/sandbox-exec';

export function seatbeltBackend(plan: SandboxPlan, onDenied: (denied: DeniedConnection) => void): Backend {
  const { rules, folders, system } = plan;
  const proxy = Array.isArray(rules.network)
    ? startProxy({ rule: hostRuleOf(rules.network), onDenied })
    : undefined;
  let port: number | undefined;
  giveIdentity(process.env['HOME'], folders.home);
  const view = () => viewOf(plan, plan.hidden.find(), []);
  const start = ({ argv, env, merged, stdin, cwd = plan.workspace, ownLoopback }: Command) => {
    const inside = startInside({ argv, merged, inherited: [] });
    const address = port === undefined ? undefined : `http://127.0.0.1:${port}`;
    return spawn(file, ['-p', seatbeltProfile(plan, view(), port), ...inside], {
      cwd,
      env: {
        ...environmentInside(env, { home: folders.home, system, proxy: address, ownLoopback }),
        TMPDIR: folders.tmp,
      },
      stdio: [stdin, 'pipe', 'pipe'],
      detached: true,
    });
  };
  return {
    name: 'seatbelt',
    version: 'macOS',
    ownsProcesses: false,
    start,
    async probe() {
      if (proxy !== undefined) {
        const listener = await listening();
        const address = listener.address();
        port = typeof address === 'object' ? address?.port : undefined;
        proxy.serve(listener);
      }
      const said = await probed(start);
      if (said === undefined) return;
      throw unavailable(said.includes('sandbox_apply') ? 'nested_seatbelt' : 'program', file, said);
    },
    explain: (path) => sightAt(plan, view(), path),
    mounted: () => view().map(({ path }) => path),
    close: () => proxy?.close(),
  };
}

function listening(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
