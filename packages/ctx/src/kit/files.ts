// Files of a project: read, written whole, locked, kept inside.

export { writeAtomically } from '../disk/atomic.js';
export { makeFolders } from '../disk/folders.js';
export { isInside } from '../disk/inside.js';
export { isThere } from '../disk/is-there.js';
export { lockOwner, tryLock, waitForLock } from '../disk/lock.js';
export { readProjectText, readText } from '../disk/read.js';
export { lineOf } from '../document/line-of.js';
export { parseDocument, readDocument } from '../document/read-document.js';
export { givenFile, givenInput, textOf } from '../memory/given.js';
export { projectRoot, realFolder } from '../project/root.js';
export { canonical } from '../protocol/json.js';
export { isMembers } from '../protocol/members.js';
