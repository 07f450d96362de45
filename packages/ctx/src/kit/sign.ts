// Signing with the keys that a person has, in one envelope or both, and checking who signed.

export { refuseAgent } from '../commands/refuse-agent.js';
export { allowedBy } from '../evidence/attest/allowed-by.js';
export { type ReadSignature, readSignatures } from '../evidence/attest/read-signatures.js';
export { formats, refuseFormat, signStatement } from '../evidence/attest/sign-statement.js';
export { refuseOutputFolder, writeOutputFolder } from '../evidence/output-folder.js';
export { type AllowedSigner, signersIn } from '../sign/allowed-signers.js';
export { bundleHolds, hintOf } from '../sign/dsse.js';
export { findSigner, type Signer } from '../sign/signer.js';
