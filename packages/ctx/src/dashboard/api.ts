// What the page and its server say to each other: types and names alone, so that the page can import them.
//
// Every request but those for the page's own files carries `Authorization: Bearer TOKEN`, with the token of the address that `ctx ui` prints. That
// token is made at each start and is only in memory: it is worth nothing once the server has ended. There are no cookies.
//
// GET  /                          index.html, as for every path of `pagePaths`; open, holds no data
// GET  /page/NAME                 the page's files; open
// GET  /api/status                Status
// GET  /api/sessions?limit=N      SessionList: the newest N at once, or (without limit) all of them as soon as they are read
// GET  /api/sessions/KEY          SessionAnswer; ?since=SEQ leaves out turns and events in which nothing came after that record
// GET  /api/sessions/KEY/verify   VerifyAnswer
// GET  /api/sessions/KEY/report   the run's page (text/html), of several runs all pages as a zip (application/zip)
// GET  /api/sessions/KEY/export?format=data|otlp|atif|markdown   a zip; of markdown the text itself
// GET  /api/sessions/KEY/transcript?format=markdown|json
// GET  /api/stats?since=YYYY-MM-DD   StatsAnswer, as `ctx stats` counts
// GET  /api/stats.csv?by=day|agent|model|project&since=   text/csv, the same sums
// GET  /api/policy                PolicyStart
// POST /api/policy                PolicyQuestion → PolicyAnswer; closing the request stops the work
// GET  /api/memory                MemoryAnswer
// POST /api/memory                MemoryChange → MemoryAnswer (--control)
// GET  /api/catalog?task=WORDS    CatalogAnswer
// GET  /api/fleets                FleetList
// GET  /api/fleets/KEY?since=SEQ  FleetAnswer; with `since`, only the sessions that changed after that record
// GET  /api/questions             { questions: Question[] }
// POST /api/questions/ID          QuestionAnswer → { taken: true }; 409 where somebody was faster; 422 for `allow` where text was left out (--control)
// POST /api/sessions/KEY/interrupt  {} → { asked: true } (--control)
// POST /api/sessions/KEY/resume     ResumeRequest → { pid: number } (--control)
// GET  /api/events                text/event-stream, ServerEvent; Last-Event-ID as a header. Read it by fetch: an EventSource sends no header.
//
// Bodies are JSON, at most 64 KiB, with `content-type: application/json`. What is not so has an `ApiError`, with its status.

import type { SessionStory } from '../evidence/story/story.js';
import type { Verification } from '../evidence/verify/verification.js';
import type { Budget, Totals } from '../protocol/records.js';
import type { SessionSummary } from '../session/list.js';

export type {
  CatalogAnswer,
  MemoryAnswer,
  MemoryChange,
  MemoryItem,
  MemoryList,
  PolicyAnswer,
  PolicyQuestion,
  PolicyStart,
  StatsAnswer,
  StatsRow,
  WouldDenyRow,
} from './view-answers.js';

/** Paths that index.html is served at; those that end in a slash with anything behind it. */
export const pagePaths = [
  '/',
  '/now',
  '/sessions',
  '/sessions/',
  '/fleets',
  '/fleets/',
  '/compare',
  '/trends',
  '/policy',
  '/memory',
  '/catalog',
] as const;

/** The files below /page/. */
export const pageFiles = ['app.js', 'app.css', 'icon.svg'] as const;

export interface ApiError {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly hint?: string;
    /** `auth` where the token is missing or wrong (code `ui_refused`), or where only `ctx ui --control` would do it (`ui_read_only`). */
    readonly kind: string;
  };
}

export interface Status {
  /** Another one after each start of the server. */
  readonly start: string;
  readonly version: string;
  readonly pid: number;
  /** Whether the page may answer, interrupt, resume and write. */
  readonly control: boolean;
  /** The project that it was started in, and whether sessions of all projects are shown. */
  readonly project: string;
  readonly all: boolean;
  readonly user: string;
  /** Whether memory is kept here: `.context` is there. */
  readonly memory: boolean;
  /** How many sessions there are, and how many of them were read so far. */
  readonly sessions: { readonly total: number; readonly read: number };
}

/**
 * `running`: a process has it open (`locked`), or it is another agent's, is not over, and something came in the last ten minutes.
 * `waiting`: the same, and somebody has to answer a question. `open`: it is not over, and nobody goes on with it.
 */
export type SessionState = 'running' | 'waiting' | 'open' | 'ended';

/** A row of `ctx list-sessions`, with where it is and how it stands. */
export type SessionRow = SessionSummary & {
  /** What the API calls it; its id, unless two projects have the same. */
  readonly key: string;
  readonly session_id: string;
  readonly project: string;
  readonly bytes: number;
  readonly last_modified: string;
  readonly locked: boolean;
  readonly state: SessionState;
  readonly readable: true;
};

export interface BrokenSession {
  readonly key: string;
  readonly session_id: string;
  readonly project: string;
  readonly bytes: number;
  readonly last_modified: string;
  readonly locked: boolean;
  readonly readable: false;
  /** The code of what is wrong. */
  readonly why: string;
}

export interface SessionList {
  /** How many files there are. */
  readonly total: number;
  /** Whether all of them are here. */
  readonly complete: boolean;
  /** Newest first, by `last_modified`. */
  readonly sessions: readonly SessionRow[];
  readonly unreadable: readonly BrokenSession[];
}

/** A call that was let through and has not come back. */
export interface LiveCall {
  readonly call_id: string;
  readonly tool: string;
  /** Its command or its path, in one line. */
  readonly about: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** What is known of a session that runs, besides its row. */
export interface LiveSession {
  readonly key: string;
  readonly run_id: string;
  readonly agent: string;
  readonly model: string;
  readonly turn: number;
  /** The prompt of the turn, its first line. */
  readonly prompt: string;
  readonly since: number;
  /** A model is being asked. */
  readonly asking?: { readonly since: number };
  readonly calls: readonly LiveCall[];
  /** What the model says just now, as far as this server heard it; the end of it, where it is long. */
  readonly text: string;
  /** Of the run so far: known parts alone, unknown where nothing is known. */
  readonly spent: Totals;
  readonly budget: Partial<Budget>;
  readonly denials: number;
  /** The last record. */
  readonly seq: number;
  /** Whether `interrupt` would reach it. */
  readonly interruptible: boolean;
}

/** A question that waits in a running ctx. */
export interface Question {
  readonly id: string;
  readonly key: string;
  readonly session_id: string;
  readonly project: string;
  readonly run_id: string;
  readonly call_id: string;
  readonly tool: string;
  /** The command, the diff or the whole input, as a terminal would show it: with what cannot be seen spelled out (<U+202E>). */
  readonly text: string;
  /** How many characters of a very long text are left out of its middle, where the text says so. Then a page can only deny it. */
  readonly left_out: number;
  readonly rule: string;
  /** Where it works, and what a call of the tool could touch. */
  readonly explained: readonly string[];
  readonly since: number;
  /** Who else could answer it there. */
  readonly also: 'terminal' | 'editor' | 'none';
  /** Whether this server could pass an answer on. One that was only found in a log cannot be answered here. */
  readonly answerable: boolean;
}

export interface QuestionAnswer {
  readonly answer: 'allow' | 'deny';
  /** Of `deny` only `once`. */
  readonly scope: 'once' | 'session' | 'project';
  /** Why, for the log; at most 1,000 characters. */
  readonly reason?: string;
}

export interface ResumeRequest {
  /** What to do next; without it, the session goes on where it stopped. */
  readonly task?: string;
}

/** A log whose chain is broken is an ApiError (`session_broken`), as for every command. */
export interface SessionAnswer {
  readonly row: SessionRow;
  /** As the report tells it, clipped as there. With `since`, only runs, turns and events in which something is newer; claims are always all. */
  readonly story: SessionStory;
  /** Nothing where it does not run. */
  readonly live?: LiveSession;
}

export interface VerifyAnswer {
  readonly verification: Verification;
  readonly signature?: SessionStory['signature'];
}

/**
 * `id:` of an event is `START-NUMBER`. With Last-Event-ID of the same start, what was missed comes first (`hello.resumed` is true); otherwise
 * fetch everything again; then a `live` for each session that runs and a `question` for each that waits follow at once. A comment comes every 15 seconds. Several tabs of one browser share its six connections: let one tab hold
 * the stream and tell the others.
 */
export type ServerEvent =
  | { readonly event: 'hello'; readonly data: { readonly status: Status; readonly resumed: boolean } }
  /** New or changed. */
  | { readonly event: 'session'; readonly data: SessionRow | BrokenSession }
  | { readonly event: 'session.gone'; readonly data: { readonly key: string } }
  /** All sessions were read: /api/sessions has them at once now. */
  | { readonly event: 'sessions.complete'; readonly data: { readonly total: number } }
  /** Comes at most ten times a second for a session. `null` where it does not run any more. */
  | { readonly event: 'live'; readonly data: LiveSession | { readonly key: string; readonly ended: true } }
  /** Goes on with `LiveSession.text`. */
  | { readonly event: 'text'; readonly data: { readonly key: string; readonly delta: string } }
  | { readonly event: 'question'; readonly data: Question }
  | { readonly event: 'question.gone'; readonly data: { readonly id: string; readonly key: string } }
  /** A fleet changed, or began; at most twice a second. Fetch what is shown of them again. */
  | { readonly event: 'fleets'; readonly data: Readonly<Record<string, never>> }
  /** Fetch it again. */
  | { readonly event: 'memory'; readonly data: Readonly<Record<string, never>> };
