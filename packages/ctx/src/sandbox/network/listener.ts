// The short program that runs inside where some hosts are allowed. In the sandbox's own network it opens the port that
// commands take for their proxy, hands the listening socket to ctx, and ends: nothing of ours stays inside.

const port = 3128;

export const proxyAddress = `http://127.0.0.1:${port}`;

export const listenerScript = `
const server = require('net').createServer();
server.on('error', () => process.exit(1));
server.listen(${port}, '127.0.0.1', () =>
  process.send('listening', server, (error) => process.exit(error ? 1 : 0)));
`;
