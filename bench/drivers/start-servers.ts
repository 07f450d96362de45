// Starts the MCP servers of a file side by side, and says how long it took until all were ready.

import { readServerFile } from '../../packages/ctx/src/agent/mcp/server-file.js';
import { startServers } from '../../packages/ctx/src/agent/mcp/start-servers.js';

const [root = '.', file = '.mcp.json'] = process.argv.slice(2);
const place = {
  root,
  env: process.env,
  version: '0',
  signal: new AbortController().signal,
  isWanted: () => true,
};
const start = performance.now();
const servers = await startServers([readServerFile(root, file, place.env)], place);
const milliseconds = performance.now() - start;
const ready = servers.states.filter(({ state }) => state === 'ready').length;
await servers.close();
console.log(JSON.stringify({ milliseconds, ready }));
