// The provider that a person configured, as an entry of the network's list: by the host and the port of its address.

/** Addresses that are none, or that nobody can be reached at by HTTP, give nothing. */
export function hostsOf(addresses: readonly (string | undefined)[]): string[] {
  const entries = addresses.flatMap((address) => {
    if (address === undefined || !URL.canParse(address)) return [];
    const { protocol, hostname, port } = new URL(address);
    if ((protocol !== 'http:' && protocol !== 'https:') || hostname === '') return [];
    return [`${hostname}:${port || (protocol === 'http:' ? 80 : 443)}`];
  });
  return [...new Set(entries)];
}
