// The environment inside. Credentials are out of it before it comes here.

import { isAbsolute } from 'node:path';
import { isWithin } from '../disk/within.js';
import { socketVariable } from './requests/request.js';

/** They would load code from folders that a command can write into, before our own first line, or name what is not there. */
const dropped: ReadonlySet<string> = new Set([
  'BASH_ENV',
  'ENV',
  'LD_PRELOAD',
  'LD_AUDIT',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'SSH_AUTH_SOCK',
  'GPG_AGENT_INFO',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'DOCKER_HOST',
  socketVariable,
  'NODE_CHANNEL_FD',
  'NODE_CHANNEL_SERIALIZATION_MODE',
]);
const proxyNames = /^(https?|all|no|ftp|npm_config_(https?_)?)_?proxy$/i;

export interface Inside {
  readonly home: string;
  readonly system: readonly string[];
  /** Where ctx's own proxy listens, as commands see it. */
  readonly proxy?: string | undefined;
  /** Programs reach loopback, where others of them listen, without the proxy. */
  readonly ownLoopback?: boolean | undefined;
  /** The socket at which ctx answers. */
  readonly outside?: string | undefined;
}

export function environmentInside(
  env: Readonly<Record<string, string>>,
  { home, system, proxy, ownLoopback, outside }: Inside,
): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => !dropped.has(name) && !proxyNames.test(name));
  const { LD_LIBRARY_PATH, ...others } = Object.fromEntries(kept);
  const libraries = (LD_LIBRARY_PATH ?? '')
    .split(':')
    .filter((folder) => isAbsolute(folder) && system.some((one) => isWithin(one, folder)));
  return {
    ...others,
    ...(libraries.length > 0 && { LD_LIBRARY_PATH: libraries.join(':') }),
    ...proxyVariables(proxy),
    ...(proxy !== undefined && ownLoopback === true && { NO_PROXY: loopback, no_proxy: loopback }),
    ...(outside !== undefined && { [socketVariable]: outside }),
    HOME: home,
    TMPDIR: '/tmp',
  };
}

const loopback = 'localhost,127.0.0.1,::1';

function proxyVariables(proxy: string | undefined): Record<string, string> {
  if (proxy === undefined) return {};
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
  return { ...Object.fromEntries(names.map((name) => [name, proxy])), NODE_USE_ENV_PROXY: '1' };
}
