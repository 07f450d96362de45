import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { builtFolder, cleanEnvironment } from '../built.js';
import { temporaryFolder } from '../folder.js';
import { listening } from '../listening.js';
import { conformance } from './mcp-conformance.js';

/** The suite speaks HTTP, and `ctx mcp` speaks over stdio: every message goes through as it is. */
async function served(): Promise<string> {
  const child = spawn(process.execPath, [join(builtFolder(), 'ctx.cjs'), 'mcp'], {
    cwd: temporaryFolder({ '.context/config.yaml': '' }),
    env: cleanEnvironment(temporaryFolder()),
  });
  const answers = answersOf(child);
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', async () => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      child.stdin.write(`${body.replaceAll('\n', ' ')}\n`);
      const { id } = JSON.parse(body);
      if (id === undefined) return response.writeHead(202).end();
      const answer = await answers(id);
      return response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
    });
  });
  onTestFinished(() => void child.kill());
  return `${await listening(server)}/mcp`;
}

function answersOf(child: ChildProcessWithoutNullStreams): (id: number | string) => Promise<string> {
  const waiting = new Map<number | string, (line: string) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id } = JSON.parse(line);
    waiting.get(id)?.(line);
  });
  return (id) => new Promise((resolve) => waiting.set(id, resolve));
}

/** The other scenarios need what a test server has and ctx does not; docs/mcp.md lists them with the reason. */
it.each(['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'])(
  'ctx mcp passes the official scenario %s',
  async (scenario) => {
    const { passed, said } = await conformance(['server', '--url', await served(), '--scenario', scenario]);
    expect(passed, said).toBe(true);
  },
);
