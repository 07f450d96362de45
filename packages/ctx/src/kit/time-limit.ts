// Work that may never end by itself, such as a regular expression on a hostile text.

export { TookTooLong, timeLimit } from '../agent/within-time.js';
