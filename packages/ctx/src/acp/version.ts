/** The version of the Agent Client Protocol that is spoken here. */
export const protocolVersion = 1;
