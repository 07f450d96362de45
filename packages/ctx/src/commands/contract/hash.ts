import { resolve } from 'node:path';
import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { columns, neutral } from '../../cli/terminal.js';
import { explainTrees } from '../../evidence/tree/explain.js';
import { treeHash } from '../../evidence/tree/tree-hash.js';
import { closed } from '../../protocol/closed.js';

export default clawable({
  name: 'contract hash',
  group: 'evidence',
  summary: 'Hash a folder by its content, and explain how it differs from another',
  description:
    'Computes one hash over all regular files below a folder. A PNG counts by its pixels, so the encoder does not matter; its provenance sidecar must name the PNG’s bytes. Every other file counts by its bytes. Symbolic links, devices, paths that are not UTF-8 or not NFC, paths that differ only in case, and sidecars that do not match their PNG are errors, never skipped. --explain names every path that differs, and how.',
  examples: [
    { line: 'ctx contract hash report/', says: 'the tree hash' },
    { line: 'ctx contract hash out/ --explain golden/', says: 'how it differs from another folder' },
  ],
  arguments: { dir: argument.one('a folder') },
  flags: { explain: flag.text('the other folder', 'OTHER') },
  returns: t.Object(
    {
      root: t.String(),
      tree_hash: t.String({ pattern: '^[0-9a-f]{64}$' }),
      files: t.Array(t.Object({ path: t.String(), digest: t.String() }, closed)),
      other: t.Optional(
        t.Object(
          {
            root: t.String(),
            tree_hash: t.String(),
            same: t.Boolean(),
            differences: t.Array(
              t.Object(
                {
                  path: t.String(),
                  kind: t.Enum(['only_here', 'only_there', 'json', 'pixels', 'bytes']),
                  how: t.String(),
                },
                closed,
              ),
            ),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
  async run({ args: { dir }, flags: { explain } }, { cwd }) {
    const here = treeHash(resolve(cwd, dir));
    const { root, tree_hash, digests } = here;
    const answer = { root, tree_hash, files: Array.from(digests, ([path, digest]) => ({ path, digest })) };
    if (explain === undefined) return answer;
    const there = treeHash(resolve(cwd, explain));
    const same = there.tree_hash === tree_hash;
    const differences = [...explainTrees(here, there)];
    return { ...answer, other: { root: there.root, tree_hash: there.tree_hash, same, differences } };
  },
  render({ tree_hash, files, other }) {
    if (other === undefined) return columns([[tree_hash, `${files.length} files`]]);
    if (other.same) return `${tree_hash}\nThe other tree is the same.\n`;
    const rows = other.differences.map(({ path, how }) => [neutral(path), neutral(how)]);
    return `${columns([
      [tree_hash, 'here'],
      [other.tree_hash, 'there'],
    ])}\n${columns(rows)}`;
  },
});
