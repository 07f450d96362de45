// What tools cost: to list them, and to have ten MCP servers ready.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundled } from './bundle.js';
import { median } from './figures.js';
import { benchEnvironment, processRatios, type Row } from './measure.js';
import { ctx, inFolder } from './place.js';
import type { Suite } from './run.js';

const suite: Suite = {
  title: 'Tools and MCP servers',
  run: () =>
    inFolder(async (folder) => {
      const argv = [ctx, 'tool-pool', '--no-mcp', '--output-format', 'json'];
      const pool = { name: 'ctx tool-pool --no-mcp', argv, cwd: folder, limit: 2 };
      return [...processRatios([pool], 21), await serversRow(folder)];
    }),
};

export default suite;

/** A server that is ready a second after it was asked, which is longer than ten of them need to start on one core. */
const slow = 1_000;
const server = `
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }),
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = () => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method](params) }) + '\\n');
  if (id !== undefined) setTimeout(answer, method === 'initialize' ? ${slow} : 0);
}).on('close', () => process.exit(0));
`;

async function serversRow(root: string): Promise<Row> {
  writeFileSync(join(root, 'server.cjs'), server);
  const driver = await bundled('start-servers');
  const timeOf = (count: number) => {
    const entry = { command: process.execPath, args: [join(root, 'server.cjs')] };
    const mcpServers = Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, entry]));
    writeFileSync(join(root, '.mcp.json'), JSON.stringify({ mcpServers }));
    const { stdout } = spawnSync(process.execPath, [driver, root], {
      env: benchEnvironment(),
      encoding: 'utf8',
    });
    const { milliseconds, ready } = JSON.parse(stdout);
    if (ready !== count) throw new Error(`${ready} of ${count} servers were ready`);
    return Number(milliseconds);
  };
  const [one, ten] = [1, 10].map((count) => median([timeOf(count), timeOf(count), timeOf(count)]));
  const ratio = (ten ?? Number.NaN) / (one ?? Number.NaN);
  return {
    name: 'ten MCP servers ready, each of which takes a second',
    measured: `${ratio.toFixed(2)} × one of them (${one?.toFixed(0)} ms)`,
    limit: '≤ 2 ×',
    holds: ratio <= 2,
  };
}
