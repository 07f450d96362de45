// Of a schema's object: it has the members that are named, and no others.

export const closed = { additionalProperties: false } as const;
