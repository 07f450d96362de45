// Words for trees that have no hash.

import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';

export const treeWords = {
  tree_symlink: ({ target }) => ({
    message: `${target} is a symbolic link, and a tree hash covers only files.`,
    hint: 'Put the file itself there.',
  }),
  tree_not_regular: ({ target }) => ({
    message: `${target} is neither a file nor a folder.`,
    hint: 'Remove it from the folder.',
  }),
  tree_path_not_text: ({ target }) => ({
    message: `The name of ${target} is not valid UTF-8.`,
    hint: 'Rename it.',
  }),
  tree_path_not_nfc: ({ target }) => ({
    message: `The path ${target} is not in Unicode form NFC, so another machine may read it differently.`,
    hint: 'Rename it to its composed form.',
  }),
  tree_paths_collide: ({ target, other }) => ({
    message: `${target} and ${other} differ only in upper and lower case.`,
    hint: 'Some file systems hold only one of them: rename one.',
  }),
  tree_png_invalid: ({ target, reason }) => ({
    message: `${target} is not a PNG that can be hashed: ${reason}.`,
    hint: 'Write it again, or rename it.',
  }),
  tree_sidecar_alone: ({ target }) => ({
    message: `${target} is the sidecar of a PNG that is not there.`,
    hint: 'Put the PNG beside it, or remove the sidecar.',
  }),
  tree_sidecar_malformed: ({ target }) => ({
    message: `${target} is not a JSON object that has a canonical form.`,
    hint: 'Export it again.',
  }),
  tree_sidecar_mismatch: ({ target, claimed, actual }) => ({
    message: `${target} belongs to another PNG: it names ${claimed}, but the file beside it is ${actual}.`,
    hint: 'One of the two was changed; export them again, together.',
  }),
} satisfies Partial<WordsFor<Codes>>;
