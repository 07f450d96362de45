// The hosts that a person listed: `example.com`, `*.example.com`, `example.com:8443`, an address, or
// `name=address` for a machine of one's own network.

/** Without a port, a host may be spoken to in HTTP and HTTPS. */
const usualPorts: readonly number[] = [80, 443];

interface AllowedHost {
  readonly name: string;
  readonly port: number | undefined;
  /** Where a person said where it is, or named an address: nothing is looked up, and no address is suspicious. */
  readonly address: string | undefined;
}

export type HostVerdict =
  | { readonly allowed: false }
  | { readonly allowed: true; readonly address: string | undefined };

export type HostRule = (host: string, port: number) => HostVerdict;

export function hostRuleOf(entries: readonly string[]): HostRule {
  const hosts = entries.flatMap((entry) => parsedHost(entry) ?? []);
  return (host, port) => {
    const found = hosts.find((one) => fits(one, plainName(host), port));
    return found === undefined ? { allowed: false } : { allowed: true, address: found.address };
  };
}

/** Nothing for what cannot be a host. */
export function parsedHost(entry: string): AllowedHost | undefined {
  const [, before = '', pinned] = /^([^=]*)(?:=(.*))?$/.exec(entry) ?? [];
  if (pinned !== undefined && isIP(pinned) === 0) return undefined;
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(before) ?? [];
  const name = plainName(bracketed ?? plain ?? (isIP(before) === 6 ? before : ''));
  const port = digits === undefined ? undefined : Number(digits);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  if (isIP(name) !== 0) return { name, port, address: pinned ?? name };
  if (!isName(name)) return undefined;
  return { name, port, address: pinned ?? (name === 'localhost' ? '127.0.0.1' : undefined) };
}

/** Every run loads this file, and few name a host: node:net is loaded when one is. */
function isIP(text: string): number {
  return process.getBuiltinModule('node:net').isIP(text);
}

function isName(name: string): boolean {
  const labels = name.replace(/^\*\./, '').split('.');
  return labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
}

function fits(host: AllowedHost, name: string, port: number): boolean {
  const ports = host.port === undefined ? usualPorts : [host.port];
  if (!ports.includes(port)) return false;
  return host.name.startsWith('*.') ? name.endsWith(host.name.slice(1)) : name === host.name;
}

function plainName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}
