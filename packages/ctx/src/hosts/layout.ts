// Which version of our registration a hook carries. It grows when the events or the words that we register change, and
// only then: an update of ctx alone must not make Codex ask for trust again.

/** 1 was `ctx hook HOST EVENT`, 2 `ctx-hook HOST EVENT`; 3 has more events, and lines of a project that work where ctx is missing. */
export const layout = 3;

/** Lines of this version and later ones are answered without a word about their age. */
export const oldestLayout = 1;

/** The flag that marks a registered command as ours, with the version. */
export const layoutFlag = '--ctx-layout';
