// Each finding of the capture audit in one line: what is wrong, by which code, and what to do next.

interface Saying {
  readonly what: string;
  readonly next: string;
}

/** `detail`: a code, a host or a record's number, as the finding needs it. */
const sayings = {
  session_fails: (id, code) => ({
    what: `Session \`${id}\` does not verify: ${code}`,
    next: `see \`ctx verify ${id}\`, and compare a copy from a backup`,
  }),
  session_cut_off: (id) => ({
    what: `Session \`${id}\` lacks the last record that is known of it: its end was cut off`,
    next: `restore the log from a backup, then \`ctx verify ${id}\``,
  }),
  session_deleted: (id) => ({
    what: `Session \`${id}\` is in the checkpoint and not here any more`,
    next: 'restore its log, or say that you deleted it: `ctx checkpoint --forget`',
  }),
  checkpoint_broken: (_, line) => ({
    what: `The checkpoint does not hold at line ${line}, so nothing behind it was compared`,
    next: 'see `ctx checkpoint --verify`',
  }),
  never_ended: (id, host) => ({
    what: `Session \`${id}\` never ended, and nobody has written to it for a day`,
    next: host === '' ? `\`ctx resume ${id}\`` : `\`ctx import ${host}\` takes its end from the transcript`,
  }),
  not_captured: (id, host) => ({
    what: `Session \`${id}\` was only imported, though sessions of ${host} were captured before it: no log protected it while it happened`,
    next: `\`ctx hooks verify\` shows whether the hooks of ${host} still run`,
  }),
  transcript_rewritten: (id, host) => ({
    what: `${host} wrote the transcript of session \`${id}\` anew while it was captured`,
    next: `\`ctx verify ${id}\` shows at which record; the records before it still hold`,
  }),
  transcript_changed: (id, seq) => ({
    what: `The transcript of session \`${id}\` was changed since record ${seq} saw it`,
    next: `see \`ctx verify ${id}\`; the log keeps what was recorded`,
  }),
  transcript_deleted: (id, seq) => ({
    what: `The transcript of session \`${id}\` was deleted less than a month after record ${seq} saw it`,
    next: `restore it to compare (\`ctx verify ${id}\`); the log keeps its digest and what was captured`,
  }),
  session_missing: (id, host) => ({
    what: `${host} worked here, but there is no session \`${id}\``,
    next: `\`ctx import ${host}\` reads its transcript; \`ctx init --hooks\` captures from now on`,
  }),
} satisfies Record<string, (id: string, detail: string) => Saying>;

export type CaptureCode = keyof typeof sayings;

export function findingLine(code: CaptureCode, id: string, detail = ''): string {
  const { what, next } = sayings[code](id, clean(detail));
  return `${what} (${code}). Next: ${next}.`;
}

/** A session's log names its host, and a report goes to a model. */
function clean(detail: string): string {
  return /^[\w-]{0,40}$/.test(detail) ? detail : 'an agent';
}

export interface Counts {
  sessions: number;
  /** Transcripts that hosts deleted in their own time. */
  goneWithTime: number;
  /** Sessions that were imported and could not have been captured. */
  importedBefore: number;
  /** Transcripts that could not be read. */
  unread: number;
}

export function notesOn({ sessions, goneWithTime, importedBefore, unread }: Counts): string {
  const lines = [
    `Sessions that were read: ${sessions}.`,
    ...(importedBefore === 0
      ? []
      : [
          `Imported, from before their agent was captured: ${importedBefore}. Their chain begins at the import.`,
        ]),
    ...(goneWithTime === 0
      ? []
      : [`Transcripts gone after a month, which is when hosts delete them: ${goneWithTime}.`]),
    ...(unread === 0 ? [] : [`Transcripts that could not be looked into, or are packed: ${unread}.`]),
    'Not looked at: what opencode keeps in its database, and transcripts that nobody changed for a month.',
  ];
  return `## What was looked at\n\n${lines.map((line) => `- ${line}\n`).join('')}`;
}
