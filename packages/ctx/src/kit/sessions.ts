// Sessions of a project: where they are, what they hold, and whether they still hold.

export { changedSources } from '../capture/check-sources.js';
export { type CheckedAnchor, checkAnchors } from '../evidence/attest/check-anchors.js';
export { readCheckpoint } from '../evidence/attest/checkpoint-file.js';
export { signatureState } from '../evidence/attest/signature-state.js';
export { verifySession } from '../evidence/verify/verify-session.js';
export { keptTranscripts } from '../foreign/kept-transcripts.js';
export { transcriptHosts } from '../foreign/known-hosts.js';
export { checkpointFile } from '../project/user-place.js';
export { happenedAt } from '../protocol/records.js';
export { isSessionId } from '../session/id.js';
export { lockPathOf } from '../session/lock-path.js';
export { ownSessions } from '../session/own-sessions.js';
export { readSession } from '../session/reader.js';
export { sessionFiles } from '../session/session-files.js';
export { sessionFolders, sessionPath } from '../session/sessions-folder.js';
