// A server inside the sandbox, spoken to over its standard streams. The SDK's own transport cannot hand over descriptors.

import type { ChildProcess } from 'node:child_process';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { Sandbox } from '../../sandbox/sandbox.js';

type Sdk = typeof import('@modelcontextprotocol/client');

export interface ConfinedServer {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

export class ConfinedStdio implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #sdk: Sdk;
  readonly #sandbox: Sandbox;
  readonly #server: ConfinedServer;
  readonly #read: InstanceType<Sdk['ReadBuffer']>;
  #child: ChildProcess | undefined;
  #said = '';

  constructor(sdk: Sdk, sandbox: Sandbox, server: ConfinedServer) {
    this.#sdk = sdk;
    this.#sandbox = sandbox;
    this.#server = server;
    this.#read = new sdk.ReadBuffer();
  }

  /** The end of what it wrote on standard error. */
  get said(): string {
    return this.#said;
  }

  async start(): Promise<void> {
    const child = this.#sandbox.start({ ...this.#server, merged: false, stdin: 'pipe' });
    this.#child = child;
    const failed = (error: Error) => this.onerror?.(error);
    child.on('error', failed);
    child.stdin?.on('error', failed);
    child.once('close', () => this.onclose?.());
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#said = (this.#said + chunk.toString('utf8')).slice(-2_000);
    });
    child.stdout?.on('data', (chunk: Buffer) => this.#take(chunk));
  }

  #take(chunk: Buffer): void {
    try {
      this.#read.append(chunk);
      for (let message = this.#read.readMessage(); message !== null; message = this.#read.readMessage())
        this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      this.end();
    }
  }

  send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#child ?? {};
    if (stdin === undefined || stdin === null) return Promise.reject(new Error('the server is not running'));
    return new Promise((resolve, reject) => {
      stdin.write(this.#sdk.serializeMessage(message), (error) =>
        error === null || error === undefined ? resolve() : reject(error),
      );
    });
  }

  /** The end of its input asks a server to end. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      child.once('close', () => resolve());
      child.stdin?.end();
    });
  }

  /** With it goes all that it started: the sandbox's processes end with its first one. */
  end(): void {
    this.#child?.kill('SIGKILL');
  }
}
