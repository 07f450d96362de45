// The server's side: sessions that are connected, the questions that they have, and the way back to them.

import { chmodSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { namesIn } from '../disk/names-in.js';
import { nonce } from '../disk/nonce.js';
import { isRunning } from '../disk/process-identity.js';
import { removeIfPossible } from '../disk/remove-if-possible.js';
import type { Environment } from '../disk/user-folder.js';
import type { Members } from '../protocol/members.js';
import { isOwnSocket, makeMeetingPlace, withShortName } from './meeting-place.js';
import { type AskedQuestion, hear, longestText, type PageAnswer, say, shortened } from './said.js';

export interface LinkedQuestion extends AskedQuestion {
  /** Of all sessions, another one each. */
  readonly name: string;
  readonly path: string;
  readonly session_id: string;
  readonly root: string;
  readonly since: number;
}

export interface LinkEvents {
  asked(question: LinkedQuestion): void;
  gone(question: LinkedQuestion): void;
  text(path: string, delta: string): void;
  /** A session came or went. */
  changed(path: string): void;
}

export interface RunLinks {
  /** Who hears of what happens; one at a time. */
  listen(events: LinkEvents): void;
  questions(): readonly LinkedQuestion[];
  /** `gone`: it is answered already, or its session has ended. `too_long`: nobody allows what no page showed all of. */
  answer(name: string, answer: PageAnswer): 'taken' | 'gone' | 'too_long';
  linked(path: string): boolean;
  /** False where nobody is there to be interrupted. */
  interrupt(path: string): boolean;
  /** How many pages are open. */
  pages(open: number): void;
  close(): void;
}

export interface LinksOptions {
  readonly env: Environment;
  readonly control: boolean;
  readonly now: () => number;
}

interface Link {
  readonly socket: Socket;
  readonly number: number;
  path: string;
  session_id: string;
  root: string;
  readonly questions: Map<string, LinkedQuestion>;
}

const mostLinks = 256;
const mostQuestions = 64;

/** Nobody can connect where there is no place for the socket; then it has no questions, and everything else works. */
export async function runLinks({ env, control, now }: LinksOptions): Promise<RunLinks> {
  const links = new Set<Link>();
  let events: LinkEvents | undefined;
  let open = 0;
  let numbers = 0;

  function joined(socket: Socket): void {
    if (links.size >= mostLinks) return void socket.destroy();
    numbers += 1;
    const link: Link = { socket, number: numbers, path: '', session_id: '', root: '', questions: new Map() };
    links.add(link);
    socket.unref();
    say(socket, { say: 'here', control, open });
    hear(socket, (said) => heard(link, said));
    socket.once('close', () => {
      links.delete(link);
      for (const question of link.questions.values()) events?.gone(question);
      if (link.path !== '') events?.changed(link.path);
    });
  }
  function heard(link: Link, said: Members): void {
    const { say: word, id } = said;
    if (word === 'session') {
      link.path = String(said['path']);
      link.session_id = String(said['session_id']);
      link.root = String(said['root']);
      events?.changed(link.path);
    } else if (word === 'ask') {
      const question = questionIn(link, said, now());
      if (question === undefined || link.questions.size >= mostQuestions) return;
      link.questions.set(question.id, question);
      events?.asked(question);
    } else if (word === 'withdraw') {
      const question = link.questions.get(String(id));
      if (question === undefined) return;
      link.questions.delete(question.id);
      events?.gone(question);
    } else if (word === 'text') events?.text(link.path, String(said['delta']).slice(0, longestText));
  }
  const of = (path: string) => [...links].filter((link) => link.path === path);
  const close = await listening(env, joined);

  return {
    listen(heardBy) {
      events = heardBy;
    },
    questions: () => [...links].flatMap((link) => [...link.questions.values()]),
    answer(name, answer) {
      for (const link of links)
        for (const question of link.questions.values())
          if (question.name === name) {
            if (answer.answer === 'allow' && question.left_out > 0) return 'too_long';
            link.questions.delete(question.id);
            say(link.socket, { say: 'answer', id: question.id, ...answer });
            events?.gone(question);
            return 'taken';
          }
      return 'gone';
    },
    linked: (path) => of(path).length > 0,
    interrupt(path) {
      for (const { socket } of of(path)) say(socket, { say: 'interrupt' });
      return of(path).length > 0;
    },
    pages(count) {
      open = count;
      for (const { socket } of links) say(socket, { say: 'here', control, open });
    },
    close() {
      for (const { socket } of links) socket.destroy();
      close();
    },
  };
}

async function listening(env: Environment, joined: (socket: Socket) => void): Promise<() => void> {
  const folder = makeMeetingPlace(env);
  if (folder === undefined) return () => {};
  forgetDead(folder);
  const path = join(folder, `${process.pid}.${nonce()}`);
  const server = createServer(joined);
  await withShortName(
    path,
    (name) =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(name, () => {
          chmodSync(path, 0o600);
          resolve();
        });
      }),
  );
  server.unref();
  return () => {
    server.close();
    removeIfPossible(path);
  };
}

/** Servers that were killed left their sockets. */
function forgetDead(folder: string): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const pid = Number.parseInt(name, 10);
    if (pid > 0 && isOwnSocket(path) && !isRunning(pid, null)) removeIfPossible(path);
  }
}

function questionIn(link: Link, said: Members, now: number): LinkedQuestion | undefined {
  const { id, run_id, call_id, tool, text, left_out, rule, explained, also } = said;
  if (link.path === '' || typeof id !== 'string' || typeof text !== 'string') return undefined;
  const { path, session_id, root, number } = link;
  const shown = shortened(text);
  return {
    name: `q${number}-${id}`,
    path,
    session_id,
    root,
    id,
    run_id: String(run_id),
    call_id: String(call_id),
    tool: String(tool),
    text: shown.text,
    left_out: shown.left_out + (typeof left_out === 'number' ? Math.max(0, left_out) : 0),
    rule: String(rule),
    explained: Array.isArray(explained) ? explained.map(String) : [],
    also: also === 'terminal' || also === 'editor' ? also : 'none',
    since: now,
  };
}
