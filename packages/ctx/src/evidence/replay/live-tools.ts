// The tools of a replay for real: in copies of the workspaces, with what they return held against the log.

import { cpSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Tool } from '../../agent/ports.js';
import { builtinTools } from '../../agent/tools/builtin.js';
import { writeFailure } from '../../disk/system-errors.js';
import { makeTemporaryFolder } from '../../disk/temporary-folder.js';
import type { Environment } from '../../disk/user-folder.js';
import { fail } from '../../protocol/codes.js';
import type { RecordOf, RunSettings } from '../../protocol/records.js';
import type { Redactor } from '../../session/redact.js';
import { type Difference, firstDifference } from './difference.js';

export interface LiveTools {
  /** How many results were compared, and those that came out otherwise. */
  readonly compared: number;
  readonly differences: readonly Difference[];
  toolsFor(settings: RunSettings): readonly Tool[];
  redact(text: string): { readonly text: string; readonly count: number };
  compare(recorded: RecordOf<'tool.returned'>, got: object): void;
  /** Takes the copies away. */
  release(): void;
}

export interface LiveToolsOptions {
  /** What the settings' workspaces are relative to. */
  readonly root: string;
  readonly session_id: string;
  readonly env: Environment;
  readonly redactor: Redactor;
}

export function liveTools({ root, session_id, env, redactor }: LiveToolsOptions): LiveTools {
  const copies = new Map<string, string>();
  const differences: Difference[] = [];
  let compared = 0;
  return {
    get compared() {
      return compared;
    },
    differences,
    toolsFor({ workspace, scratch }) {
      const worked = scratch ? join(root, '.context', 'scratch', session_id) : join(root, workspace);
      const copy = copies.get(workspace) ?? copyOf(join(root, workspace));
      copies.set(workspace, copy);
      return builtinTools(copy, env).map((tool) => ({
        ...tool,
        async run(input, signals) {
          const outcome = await tool.run(input, signals);
          // What names the copy would have named the workspace.
          return { ...outcome, output: outcome.output.replaceAll(copy, worked) };
        },
      }));
    },
    redact(text) {
      const { value, count } = redactor.text(text);
      return { text: value, count };
    },
    compare(recorded, got) {
      // For a replay no server is started.
      if (recorded.tool.startsWith('mcp__')) return;
      compared += 1;
      const { seq, type } = recorded;
      const difference = firstDifference(seq, type, resultOf(recorded), resultOf(got));
      if (difference !== undefined) differences.push(difference);
    },
    release() {
      for (const copy of copies.values()) rmSync(copy, { recursive: true, force: true });
    },
  };
}

const resultMembers = ['is_error', 'output', 'truncated', 'denied'];

function resultOf(returned: object): object {
  return Object.fromEntries(resultMembers.map((name) => [name, Reflect.get(returned, name)]));
}

function copyOf(workspace: string): string {
  if (!statSync(workspace, { throwIfNoEntry: false })?.isDirectory())
    throw fail('workspace_missing', { operation: 'replay', target: workspace });
  const copy = makeTemporaryFolder('replay');
  try {
    cpSync(workspace, copy, {
      recursive: true,
      filter: (path) => path === workspace || basename(path) !== '.context',
      verbatimSymlinks: true,
    });
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    throw writeFailure(error, copy);
  }
  return copy;
}
