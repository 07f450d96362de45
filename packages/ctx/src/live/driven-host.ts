// A host that can be driven without an account, a network or a question: how it is started, told where its model is, and made to work.

import type { OfferedTool, ToolCall } from './wires/wire.js';

/** A home and a project that are thrown away, and the only environment that the host gets. */
export interface LivePlace {
  readonly home: string;
  readonly root: string;
  readonly env: Record<string, string>;
}

export interface DrivenHost {
  /** As hosts/ calls it. */
  readonly name: string;
  /** What its program is called in the PATH. */
  readonly program: string;
  /** A shell command as this host's model asks for it. */
  shell(command: string): ToolCall;
  /** The calls that give a task to a subagent and wait for it, one after the other; nothing where the host offers no such tool. */
  delegate(task: string, offered: readonly OfferedTool[], request: string): readonly ToolCall[];
  /** How a subagent says that it is done, where words alone do not. */
  finish?(text: string, offered: readonly OfferedTool[]): ToolCall | undefined;
  /** Settings and variables that lead it to the model at this address. The hooks are installed by then, in these files. */
  prepare(place: LivePlace, url: string, hooks: readonly string[]): void;
  argv(prompt: string): readonly string[];
}
