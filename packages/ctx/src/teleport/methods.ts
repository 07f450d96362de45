// The methods of a teleport. Every client of ctx loads this file, so nothing else stands in it.

/** Raised when an older ctx would misunderstand. */
export const teleportVersion = 1;

export const methods = {
  offer: '_ctx/teleport/offer',
  manifest: '_ctx/teleport/manifest',
  put: '_ctx/teleport/put',
  stage: '_ctx/teleport/stage',
  commit: '_ctx/teleport/commit',
  state: '_ctx/teleport/state',
  abort: '_ctx/teleport/abort',
  /** Asks the side that has the session to send it back over the same connection. */
  return: '_ctx/teleport/return',
} as const;
