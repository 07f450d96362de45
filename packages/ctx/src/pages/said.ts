// What a running session and the server of pages say to each other: one JSON object a line.

import type { Socket } from 'node:net';
import { isMembers, type Members } from '../protocol/members.js';

export interface AskedQuestion {
  readonly id: string;
  readonly run_id: string;
  readonly call_id: string;
  readonly tool: string;
  readonly text: string;
  /** How many characters of the text are left out of its middle. */
  readonly left_out: number;
  readonly rule: string;
  readonly explained: readonly string[];
  readonly also: 'terminal' | 'editor' | 'none';
}

/** From a session. */
export type SessionSays =
  | {
      readonly say: 'session';
      readonly path: string;
      readonly session_id: string;
      readonly root: string;
      readonly pid: number;
    }
  | ({ readonly say: 'ask' } & AskedQuestion)
  | { readonly say: 'withdraw'; readonly id: string }
  | { readonly say: 'text'; readonly delta: string };

export interface PageAnswer {
  readonly answer: 'allow' | 'deny';
  readonly scope: 'once' | 'session' | 'project';
  readonly reason?: string;
}

/** From a server: whether its pages may answer, and how many are open. */
export type PageSays =
  | { readonly say: 'here'; readonly control: boolean; readonly open: number }
  | ({ readonly say: 'answer'; readonly id: string } & PageAnswer)
  | { readonly say: 'interrupt' };

/** A question holds about 64 KiB of text. */
export const longestText = 64 * 1024;
const longestMark = 200;

/** The beginning and the end of a long text, and between them how much is not there. */
export function shortened(text: string): Pick<AskedQuestion, 'text' | 'left_out'> {
  const left_out = text.length - longestText;
  if (left_out <= 0) return { text, left_out: 0 };
  const half = (longestText - longestMark) / 2;
  const hidden = left_out + longestMark;
  const mark = `\n\n[${hidden} characters are left out here. A page cannot allow this call.]\n\n`;
  return { text: `${text.slice(0, half)}${mark}${text.slice(-half)}`, left_out: hidden };
}

const longestLine = 512 * 1024;

/** Calls `take` with each object that comes; what is none ends the connection. */
export function hear(socket: Socket, take: (said: Members) => void): void {
  let held = '';
  socket.setEncoding('utf8');
  socket.on('data', (piece: string) => {
    held += piece;
    for (let end = held.indexOf('\n'); end !== -1; end = held.indexOf('\n')) {
      const said = objectIn(held.slice(0, end));
      held = held.slice(end + 1);
      if (said === undefined) return void socket.destroy();
      take(said);
    }
    if (held.length > longestLine) socket.destroy();
  });
  socket.on('error', () => socket.destroy());
}

export function say(socket: Socket, words: SessionSays | PageSays): void {
  if (socket.writable) socket.write(`${JSON.stringify(words)}\n`);
}

function objectIn(line: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isMembers(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
