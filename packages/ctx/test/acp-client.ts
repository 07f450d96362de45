// A client of ACP made with the official SDK, at a program that speaks it as its agent.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
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
import { builtFolder, cleanEnvironment } from './built.js';

export interface AcpClient {
  readonly child: ChildProcess;
  readonly agent: ClientConnection['agent'];
  readonly updates: SessionUpdate[];
  readonly asked: RequestPermissionRequest[];
  /** The text that the agent said so far. */
  said(): string;
  stderr(): string;
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

/** `ctx acp` with these words. */
export function ctxAcp(words: readonly string[], started: Started): AcpClient {
  return acpClient([join(builtFolder(), 'ctx.cjs'), 'acp', ...words], started);
}

export function acpClient(words: readonly string[], started: Started): AcpClient {
  const { cwd, home, env, answer = () => select('reject') } = started;
  const child = spawn(process.execPath, words, { cwd, env: cleanEnvironment(home, env) });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const updates: SessionUpdate[] = [];
  const asked: RequestPermissionRequest[] = [];
  let stderr = '';
  let wake = () => {};
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.on('error', () => {});
  const exited = new Promise<number | string | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  const app = client({ name: 'test' })
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      asked.push(params);
      return answer(params);
    })
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params.update);
      wake();
    });
  const { agent } = app.connect(ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)));
  return {
    child,
    agent,
    updates,
    asked,
    exited,
    stderr: () => stderr,
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
      child.stdin.end();
      return exited;
    },
  };
}
