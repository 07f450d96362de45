// What every way of confining has in common.

import type { ChildProcess } from 'node:child_process';
import type { AnswerRequest } from './requests/server.js';
import type { BackendName } from './rules.js';
import type { Sight } from './view.js';

export interface Command {
  readonly argv: readonly string[];
  /** Without credentials. */
  readonly env: Readonly<Record<string, string>>;
  /** Standard error on standard output, in order. What comes on standard error then is the sandbox's own complaint. */
  readonly merged: boolean;
  readonly stdin: 'ignore' | 'pipe';
  /** Where it starts; in the workspace unless said. */
  readonly cwd?: string;
  /** It speaks with itself over loopback, and so does not take the proxy for it. */
  readonly ownLoopback?: boolean | undefined;
  /** Answers what programs inside ask of ctx, as long as the command runs. */
  readonly requests?: AnswerRequest | undefined;
}

export interface Backend {
  readonly name: BackendName;
  readonly version: string;
  /** Whether the kernel ends all that a command started when the command ends. */
  readonly ownsProcesses: boolean;
  start(command: Command): ChildProcess;
  /** Runs the real profile once. Throws why it cannot be had. */
  probe(): Promise<void>;
  explain(path: string): Sight | 'absent';
  mounted(): string[];
  close(): void;
}
