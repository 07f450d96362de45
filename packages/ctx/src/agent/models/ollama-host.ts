// OLLAMA_HOST as Ollama's own client reads it: a host, a port, an address, with or without a scheme.

/** The address that a client connects to, without a slash at its end. Nothing if it cannot be read. */
export function ollamaAddress(value: string): string | undefined {
  const given = value.trim().replace(/^["']|["']$/g, '');
  const [, scheme, rest = ''] = /^(?:(https?):\/\/)?(.*)$/s.exec(given) ?? [];
  const [, authority = '', path = ''] = /^([^/]*)(.*)$/s.exec(rest) ?? [];
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority) ?? [undefined, undefined];
  if (host === '' && port === undefined && authority !== '') return undefined;
  const usual = scheme === 'https' ? '443' : scheme === 'http' ? '80' : '11434';
  const address = `${scheme ?? 'http'}://${reachable(host)}:${port || usual}${path}`;
  return URL.canParse(address) ? address.replace(/\/+$/, '') : undefined;
}

/** What a server listens on is not always what a client can connect to. */
function reachable(host: string): string {
  if (host === '' || host === '0.0.0.0') return '127.0.0.1';
  return host === '[::]' ? '[::1]' : host;
}
