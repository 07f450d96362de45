// What every log has in common. Apart from the records' schemas, which whoever only appends to a log does not need.

export const formatVersion = 1;
export const contractId = 'session/v1';
/** What the first record names as the one before it. */
export const genesis = `sha256:${'0'.repeat(64)}`;
