// Folders as one hash, and where two of them differ.

export { explainTrees } from '../evidence/tree/explain.js';
export { type TreeHash, treeHash } from '../evidence/tree/tree-hash.js';
export { filesBelow } from '../evidence/tree/walk-tree.js';
