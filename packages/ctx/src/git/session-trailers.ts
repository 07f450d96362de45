// The trailer that names a session in a commit's message: `Ctx-Session: ID sha256:HEAD`.

export interface SessionTrailer {
  readonly session_id: string;
  readonly head: string;
}

export const trailerKey = 'Ctx-Session';

const form = /^Ctx-Session:[ \t]*([A-Za-z0-9][A-Za-z0-9_-]{0,127})[ \t]+(sha256:[0-9a-f]{64})[ \t]*$/i;

export function trailerText({ session_id, head }: SessionTrailer): string {
  return `${trailerKey}: ${session_id} ${head}`;
}

/** Lines of the last paragraph that name a session and are not written as they must be. */
export function malformedTrailers(message: string): string[] {
  return lastParagraph(message).filter((line) => /^ctx-session[ \t]*:/i.test(line) && !form.test(line));
}

/** Those in the last paragraph, which is where git looks for trailers; one that is not written as it must be is none. */
export function trailersIn(message: string): SessionTrailer[] {
  return lastParagraph(message).flatMap((line) => {
    const [, session_id, head] = form.exec(line) ?? [];
    return session_id === undefined || head === undefined ? [] : [{ session_id, head }];
  });
}

function lastParagraph(message: string): string[] {
  const last =
    message
      .trimEnd()
      .split(/\n[ \t]*\n/)
      .at(-1) ?? '';
  return last.split('\n');
}
