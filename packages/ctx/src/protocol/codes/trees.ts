// The hash of a tree.

import { code } from '../failure.js';

export const treeCodes = () => ({
  tree_symlink: code('filesystem'),
  tree_not_regular: code('filesystem'),
  tree_path_not_text: code('filesystem'),
  tree_path_not_nfc: code('filesystem'),
  tree_paths_collide: code<{ other: string }>('filesystem'),
  tree_png_invalid: code<{ reason: string }>('filesystem'),
  tree_sidecar_alone: code('filesystem'),
  tree_sidecar_malformed: code('filesystem'),
  tree_sidecar_mismatch: code<{ claimed: string; actual: string }>('filesystem'),
});
