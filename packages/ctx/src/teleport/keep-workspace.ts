// The workspace of a session kept where other machines find it, whenever it changed: what whoever takes the session over goes on from.

import { digestOf } from '../disk/digest.js';
import type { RecordBodies } from '../protocol/records.js';
import { packTree } from './packed-tree.js';
import { type TreeReader, treeReader, Unkept } from './workspace-tree.js';

export interface KeepPlace {
  readonly root: string;
  /** Absolute paths that ctx itself writes to. */
  readonly own: readonly string[];
}

export type Kept =
  | { readonly kept: RecordBodies['workspace.snapshot'] }
  /** Why it cannot be kept, in one word and what it is about; said once. */
  | { readonly unkept: string };

export interface WorkspaceKeeper {
  /** Whether it was kept, or tried to be. */
  readonly isKept: boolean;
  /** Keeps it; nothing where it is as it was kept last. */
  keep(): Promise<Kept | undefined>;
}

/** `before` is what the session's log names already. `put` has it in the store when it returns. */
export function workspaceKeeper(
  { root, own }: KeepPlace,
  put: (tree: string, packed: Uint8Array) => Promise<void>,
  before?: { readonly tree: string; readonly base?: string | undefined },
): WorkspaceKeeper {
  let reader: TreeReader | undefined;
  let last = before?.tree;
  let isKept = before !== undefined;
  return {
    get isKept() {
      return isKept;
    },
    async keep() {
      isKept = true;
      try {
        reader ??= treeReader(root, own, before?.base);
        const tree = await reader.read();
        if (tree.tree === last) return undefined;
        const packed = await packTree(root, tree);
        await put(tree.tree, packed);
        last = tree.tree;
        const { base } = tree;
        return {
          kept: {
            kind: base === undefined ? 'files' : 'git',
            tree: tree.tree,
            ...(base !== undefined && { base }),
            pack_digest: digestOf(packed),
            bytes: packed.length,
          },
        };
      } catch (error) {
        if (!(error instanceof Unkept)) throw error;
        if (last === error.message) return undefined;
        last = error.message;
        return { unkept: error.message };
      }
    },
  };
}
