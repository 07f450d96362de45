// Failures with a code. The words for them are apart: what hosts start loads those only where something went wrong.

export { fail as failShared } from '../protocol/codes.js';
export type { Words } from '../protocol/envelope.js';
export { code, type FactsOf, Failure, failuresOf, isSystemError, type Where } from '../protocol/failure.js';
export { nearest } from '../text/nearest.js';
