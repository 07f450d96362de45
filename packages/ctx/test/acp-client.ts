// A client of ACP made with the official SDK, at a program that speaks it as its agent.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import {
  type ClientConnection,
  client,
  type McpServer,
  methods,
  ndJsonStream,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { onTestFinished } from 'vitest';
import { streamCarrier } from '../src/acp/stream-carrier.js';
import { recordAgent } from '../src/commands/acp/record-agent.js';
import { serveClient } from '../src/commands/acp/serve-acp.js';
import acp from '../src/commands/acp.js';
import { commands } from '../src/commands/index.js';
import { builtFolder, cleanEnvironment } from './built.js';
import { ctxProgram, runIn } from './in-process.js';

export interface AcpProcess extends AcpClient {
  readonly child: ChildProcess;
  stderr(): string;
}

export interface AcpClient {
  readonly agent: ClientConnection['agent'];
  readonly updates: SessionUpdate[];
  readonly asked: RequestPermissionRequest[];
  /** The text that the agent said so far. */
  said(): string;
  /** Settles with the exit code or the signal. */
  readonly exited: Promise<number | string | null>;
  /** The first update, of those that came or will come, that fits. */
  update(fits: (update: SessionUpdate) => boolean): Promise<SessionUpdate>;
  open(cwd: string, mcpServers?: McpServer[]): Promise<string>;
  prompt(sessionId: string, text: string): Promise<string>;
  leave(): Promise<number | string | null>;
}

export interface Started {
  readonly cwd: string;
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly answer?: (
    request: RequestPermissionRequest,
  ) => RequestPermissionResponse | Promise<RequestPermissionResponse>;
}

export const select = (optionId: string): RequestPermissionResponse => ({
  outcome: { outcome: 'selected', optionId },
});

/** `ctx acp` in this process, with these words: the same agent over another carrier than stdin and stdout. */
export function ctxAcpHere(words: readonly string[], started: Started): AcpClient {
  const { cwd, home, env } = started;
  const [toAgent, fromAgent] = [new PassThrough(), new PassThrough()];
  const served: typeof acp = {
    ...acp,
    async run({ args, flags }, services) {
      const carrier = streamCarrier(toAgent, fromAgent);
      if (args.command.length > 0) return recordAgent(args.command, flags, services, carrier);
      const { connection, end } = serveClient(carrier, flags, services);
      await connection.ended;
      await end();
      return { stdout: '', exitCode: 0 };
    },
  };
  const program = { ...ctxProgram(), commands: { ...commands, acp: async () => ({ default: served }) } };
  const answer = runIn(program, ['acp', ...words], { cwd, env: cleanEnvironment(home, env) });
  const exited = answer.then(({ exitCode }) => {
    fromAgent.end();
    return exitCode;
  });
  onTestFinished(async () => {
    toAgent.end();
    await exited;
  });
  return clientAt({ input: toAgent, output: fromAgent, exited }, started);
}

/** `ctx acp` with these words, as a process. */
export function ctxAcp(words: readonly string[], started: Started): AcpProcess {
  return acpClient([join(builtFolder(), 'ctx.cjs'), 'acp', ...words], started);
}

export function acpClient(words: readonly string[], started: Started): AcpProcess {
  const { cwd, home, env } = started;
  const child = spawn(process.execPath, words, { cwd, env: cleanEnvironment(home, env) });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.on('error', () => {});
  const exited = new Promise<number | string | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  const client = clientAt({ input: child.stdin, output: child.stdout, exited }, started);
  return { ...client, child, stderr: () => stderr };
}

interface AgentAt {
  /** What the agent reads, and what it says. */
  readonly input: Writable;
  readonly output: Readable;
  readonly exited: Promise<number | string | null>;
}

function clientAt(
  { input, output, exited }: AgentAt,
  { answer = () => select('reject') }: Started,
): AcpClient {
  const updates: SessionUpdate[] = [];
  const asked: RequestPermissionRequest[] = [];
  let wake = () => {};
  const app = client({ name: 'test' })
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      asked.push(params);
      return answer(params);
    })
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params.update);
      wake();
    });
  const { agent } = app.connect(ndJsonStream(Writable.toWeb(input), Readable.toWeb(output)));
  return {
    agent,
    updates,
    asked,
    exited,
    said: () =>
      updates
        .flatMap((update) =>
          update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
            ? [update.content.text]
            : [],
        )
        .join(''),
    async update(fits) {
      for (;;) {
        const found = updates.find(fits);
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async open(folder, mcpServers = []) {
      await agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
      const { sessionId } = await agent.request(methods.agent.session.new, { cwd: folder, mcpServers });
      return sessionId;
    },
    async prompt(sessionId, text) {
      const { stopReason } = await agent.request(methods.agent.session.prompt, {
        sessionId,
        prompt: [{ type: 'text', text }],
      });
      return stopReason;
    },
    leave() {
      input.end();
      return exited;
    },
  };
}
