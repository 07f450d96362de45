// What a command that only looks needs of a shared store.

export { listShared, lookAtShared } from './look.js';
export { withStore } from './open-store.js';
