// What the commands that look after a shared store need of it.

export { oldFleets, pruneFleets } from '../../../store/postgres/prune.js';
export { checkStore } from './check-store.js';
export { withStore } from './open-store.js';
