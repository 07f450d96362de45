// What content is known by.

export { digestOf, sha256 } from '../disk/digest.js';
