/** A look at so many files takes a quarter of a second, and every command needs two. */
export const mostFiles = 50_000;

/** Paths that a record lists; the rest is a number. */
export const mostPaths = 200;

/** In milliseconds. File systems have clocks that tick every few of them; a change within a tick leaves no trace in the times. */
export const tick = 50;
