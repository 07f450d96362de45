// The kinds of things that the catalog holds.

export const kinds = ['skill', 'agent', 'mcp', 'harness'] as const;

export type Kind = (typeof kinds)[number];
