// Signing with the keys that a person has: whose key it is, and a statement in one envelope or both.

export { refuseAgent } from '../commands/refuse-agent.js';
export { formats, refuseFormat, signStatement } from '../evidence/attest/sign-statement.js';
export { refuseOutputFolder, writeOutputFolder } from '../evidence/output-folder.js';
export { findSigner, type Signer } from '../sign/signer.js';
