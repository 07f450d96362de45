// Which version of our registration a hook carries. It grows when the events or the words that we register change, and
// only then: an update of ctx alone must not make Codex ask for trust again.

export const layout = 1;

/** The flag that marks a registered command as ours, with the version. */
export const layoutFlag = '--ctx-layout';
