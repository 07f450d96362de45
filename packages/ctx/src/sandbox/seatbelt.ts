// The profile for macOS's sandbox-exec. Its shape is tested; no one has run it on a Mac yet, and the docs say so.

import { forwardedPorts } from './network/forward.js';
import type { SandboxPlan } from './plan.js';
import type { ViewPart } from './view.js';

/** What every program reads, wherever it comes from. */
const systemReads = [
  '/usr',
  '/bin',
  '/sbin',
  '/System',
  '/Library',
  '/Applications/Xcode.app',
  '/opt',
  '/nix',
  '/private/etc',
  '/private/var/db/timezone',
  '/private/var/select',
  '/dev',
];
/** Without `securityd`, which holds the keychain. */
const services = [
  'com.apple.system.opendirectoryd.libinfo',
  'com.apple.system.opendirectoryd.membership',
  'com.apple.system.notification_center',
  'com.apple.logd',
  'com.apple.trustd',
  'com.apple.SystemConfiguration.configd',
  'com.apple.bsd.dirhelper',
];

/** `proxyPort` is where ctx's own proxy listens, where some hosts are allowed. */
export function seatbeltProfile(plan: SandboxPlan, view: readonly ViewPart[], proxyPort?: number): string {
  const { rules, folders } = plan;
  const shown = view.filter(({ sight }) => sight === 'readable' || sight === 'writable');
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-fork process-exec*)',
    '(allow signal (target same-sandbox))',
    '(allow process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow pseudo-tty)',
    '(allow ipc-posix-sem ipc-posix-shm)',
    `(allow mach-lookup ${services.map((name) => `(global-name ${quoted(name)})`).join(' ')})`,
    '(allow file-read-metadata)',
    `(allow file-read* (literal "/") ${systemReads.map(subpath).join(' ')})`,
    '(allow file-write-data (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty"))',
    `(allow file-read* file-write* ${subpath(folders.home)} ${subpath(folders.tmp)})`,
    ...shown.map(shownRule),
    ...view.filter(({ sight }) => sight === 'hidden').map(hiddenRule),
    ...networkRules(rules.network, folders.tmp, proxyPort),
    '',
  ].join('\n');
}

/** Outer paths come first, and the last rule that fits counts. */
function shownRule({ path, sight }: ViewPart): string {
  return sight === 'writable'
    ? `(allow file-read* file-write* ${subpath(path)})`
    : `(allow file-read* ${subpath(path)})\n(deny file-write* ${subpath(path)})`;
}

function hiddenRule({ path }: ViewPart): string {
  return `(deny file-read* file-write* ${subpath(path)})`;
}

function networkRules(
  network: SandboxPlan['rules']['network'],
  tmp: string,
  proxyPort: number | undefined,
): string[] {
  const local = `(allow network-bind network-inbound network-outbound (local unix-socket (subpath ${quoted(tmp)})))`;
  if (network === 'open') return [local, '(allow network*)'];
  const ports = proxyPort === undefined || network === 'none' ? [] : [proxyPort, ...forwardedPorts(network)];
  return [local, ...ports.map((port) => `(allow network-outbound (remote ip "localhost:${port}"))`)];
}

function subpath(path: string): string {
  return `(subpath ${quoted(path)})`;
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
