// The environment of a clean host, by allow-list: what is not named here does not get in.

import { delimiter, join, relative, sep } from 'node:path';
import type { NpmShared } from './npm-shared.js';

export interface Places {
  /** Everything that the contract writes is below it. */
  readonly root: string;
  readonly home: string;
  /** Where npm installs. */
  readonly prefix: string;
  readonly temporary: string;
  /** Folders to work in, a step each. */
  readonly work: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

const passed =
  /^(LANG|LC_[A-Z]+|TZ|SYSTEMROOT|SYSTEMDRIVE|COMSPEC|PATHEXT|WINDIR|OS|NUMBER_OF_PROCESSORS|PROCESSOR_[A-Z]+)$/i;

export function placesIn(root: string): Places {
  const below = (name: string) => join(root, name);
  return { root, home: below('home'), prefix: below('prefix'), temporary: below('tmp'), work: below('work') };
}

/** `away` are folders whose programs must not be found: the checkout. */
export function cleanEnvironment(
  outside: Variables,
  { root, home, prefix, temporary }: Places,
  away: readonly string[],
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(outside)) {
    if (passed.test(name) && value !== undefined) env[name] = value;
  }
  const folders = (outside['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const kept = folders.filter((folder) => ![...away, root].some((place) => isBelow(place, folder)));
  return {
    ...env,
    PATH: [join(prefix, 'bin'), ...kept].join(delimiter),
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'AppData', 'Roaming'),
    LOCALAPPDATA: join(home, 'AppData', 'Local'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_RUNTIME_DIR: temporary,
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
  };
}

/** What npm itself gets besides: a configuration of its own, and the cache of this machine. */
export function npmVariables({ root, prefix }: Places, shared: NpmShared): Record<string, string> {
  return {
    npm_config_cache: shared.cache,
    npm_config_prefix: prefix,
    npm_config_userconfig: join(root, 'npm', 'userconfig'),
    npm_config_globalconfig: join(root, 'npm', 'globalconfig'),
    npm_config_logs_max: '0',
    ...runsNothing,
  };
}

/** What npm gets that fetches for its user: all that it would get from them, but for scripts. */
export function fetchVariables(outside: Variables): Record<string, string> {
  const own = Object.entries(outside).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return {
    ...Object.fromEntries(own),
    ...runsNothing,
  };
}

const runsNothing = {
  npm_config_update_notifier: 'false',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_ignore_scripts: 'true',
  // A dependency may name a repository, whose clone would be prepared with its own scripts.
  npm_config_git: 'false',
};

export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}
