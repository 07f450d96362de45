// The short program that runs inside where some hosts are allowed. In the sandbox's own network it opens the port that commands take for
// their proxy, and the ports of loopback that are allowed, hands the listening sockets to ctx, and ends: nothing of ours stays inside.

const usualPort = 3128;

/** Where the proxy listens inside: on a port that leads nowhere else. */
export function proxyPort(forwarded: readonly number[]): number {
  let port = usualPort;
  while (forwarded.includes(port)) port += 1;
  return port;
}

/** Each listener is handed out with its port. A forwarded port that cannot be had inside is left to the proxy. */
export function listenerScript(proxy: number, forwarded: readonly number[]): string {
  return `
const { createServer } = require('net');
const ports = ${JSON.stringify([proxy, ...forwarded])};
const next = () => {
  const port = ports.shift();
  if (port === undefined) process.exit(0);
  const server = createServer();
  server.on('error', () => (port === ${proxy} ? process.exit(1) : next()));
  server.listen(port, '127.0.0.1', () => process.send(port, server, (error) => (error ? process.exit(1) : next())));
};
next();
`;
}
