// Questions to the server: each with the token, each answer an object or a fault that has words for people.

import type { ApiError } from '../../src/dashboard/api.js';

/** What went wrong, as the server says it; status 0 where there was no server to say anything. */
export class Fault extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string | undefined;
  readonly kind: string;

  constructor(status: number, { code, message, hint, kind }: ApiError['error']) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
    this.kind = kind;
  }
}

export interface Ask {
  get<T>(path: string, signal?: AbortSignal): Promise<T>;
  post<T>(path: string, body: object, signal?: AbortSignal): Promise<T>;
  /** The bytes of a file, and the name that the server gives it. */
  file(path: string): Promise<{ readonly blob: Blob; readonly name: string | undefined }>;
  raw(path: string, init: RequestInit): Promise<Response>;
}

export function askWith(token: () => string | undefined, refused: () => void): Ask {
  const raw = async (path: string, init: RequestInit) => {
    const given = token();
    const headers = { ...init.headers, ...(given === undefined ? {} : { authorization: `Bearer ${given}` }) };
    const answer = await fetch(path, { ...init, headers, cache: 'no-store', credentials: 'omit' }).catch(
      (error: unknown) => {
        if (error instanceof DOMException && error.name === 'AbortError') throw error;
        throw new Fault(0, {
          code: 'server_gone',
          message: 'The server does not answer.',
          hint: 'Start it again: ctx ui',
          kind: 'gone',
        });
      },
    );
    if (answer.ok) return answer;
    if (answer.status === 401) refused();
    throw new Fault(answer.status, await wordsOf(answer));
  };
  const json = async <T>(path: string, init: RequestInit): Promise<T> => (await raw(path, init)).json();
  const until = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });
  return {
    raw,
    get: (path, signal) => json(path, { ...until(signal) }),
    post: (path, body, signal) =>
      json(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
        ...until(signal),
      }),
    async file(path) {
      const answer = await raw(path, {});
      const [, name] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
      return { blob: await answer.blob(), name };
    },
  };
}

async function wordsOf(answer: Response): Promise<ApiError['error']> {
  const unknown = { code: 'unknown', message: `The server answered ${answer.status}.`, kind: 'unknown' };
  try {
    const { error }: Partial<ApiError> = await answer.json();
    return typeof error?.message === 'string' ? error : unknown;
  } catch {
    return unknown;
  }
}
