// Coding agents: the events that they send, the answers that they take, the versions that were tried.

export { projectFolders } from '../hosts/folders.js';
export { readHookInput } from '../hosts/hook-input.js';
export { provedOn } from '../hosts/proved-on.js';
export { encodeWire, promptOf } from '../hosts/wire.js';
export { membersOf } from '../protocol/members.js';
