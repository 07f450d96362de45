// A running session's side: who shows pages just now, what they are told of it, and what comes back. Where nobody shows any, this is a look at a
// folder that is not there.

import type { Socket } from 'node:net';
import { diskTrouble } from '../disk/system-errors.js';
import type { Environment } from '../disk/user-folder.js';
import { socketsThere, withShortName } from './meeting-place.js';
import { type AskedQuestion, hear, longestText, type PageAnswer, say, shortened } from './said.js';

export interface LinkedSession {
  readonly path: string;
  readonly session_id: string;
  readonly root: string;
}

export interface PageLink {
  /** What happens in the session: text as it comes; and with each step, whether somebody new is there. */
  take(event: object): void;
  /** The first answer of a page; why there is none, where nobody is there any more. */
  ask(
    question: Omit<AskedQuestion, 'id' | 'left_out'>,
    signal: AbortSignal,
  ): Promise<PageAnswer | { readonly unanswered: string }>;
  close(): void;
}

export interface LinkOptions {
  readonly env: Environment;
  /** What the agent can write to: no server is believed to be there. */
  readonly workspaces: readonly string[];
  interrupt(): void;
  /** How long a question waits while no page is open; nothing where somebody else can answer, too. */
  readonly patienceMs?: number | undefined;
}

/** Loaded where somebody is there: most runs need none of it. */
const connectTo = (name: string): Socket => process.getBuiltinModule('node:net').connect(name);

interface Server {
  readonly socket: Socket;
  control: boolean;
  open: number;
}

const lookMs = 500;
const textMs = 50;
export const usualPatienceMs = 60_000;

function pageLink(session: LinkedSession, options: LinkOptions): PageLink {
  const servers = new Map<string, Server>();
  const asked = new Map<string, { readonly question: AskedQuestion; settle(answer: PageAnswer): void }>();
  const watchers = new Set<() => void>();
  let isClosed = false;
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  let number = 0;

  const canAnswer = () => [...servers.values()].some(({ control }) => control);
  const changed = () => {
    for (const watcher of [...watchers]) watcher();
  };

  function look(): void {
    if (isClosed) return;
    for (const path of serversThere(options))
      if (!servers.has(path)) join(path).catch(() => servers.delete(path));
  }
  function join(path: string): Promise<void> {
    return withShortName(path, (name) => {
      const socket = connectTo(name);
      const server: Server = { socket, control: false, open: 0 };
      servers.set(path, server);
      socket.unref();
      hear(socket, (said) => heard(server, said));
      return new Promise((resolve) => {
        socket.once('connect', () => {
          say(socket, { say: 'session', ...session, pid: process.pid });
          for (const { question } of asked.values()) say(socket, { say: 'ask', ...question });
          resolve();
        });
        socket.once('close', () => {
          servers.delete(path);
          changed();
          resolve();
        });
      });
    });
  }
  function heard(server: Server, said: Readonly<Record<string, unknown>>): void {
    if (said['say'] === 'here') {
      server.control = said['control'] === true;
      server.open = Number(said['open']);
      changed();
    } else if (said['say'] === 'interrupt' && server.control) options.interrupt();
    else if (said['say'] === 'answer' && server.control) {
      const [answer, waiting] = [answerIn(said), asked.get(String(said['id']))];
      if (answer === undefined || waiting === undefined) return;
      // Nobody allows what they were not shown all of.
      if (answer.answer === 'deny' || waiting.question.left_out === 0) waiting.settle(answer);
    }
  }
  function tellText(): void {
    timer = undefined;
    // Who does not read misses it: the log has all of it soon.
    for (const { socket } of servers.values())
      if (socket.writableLength < longestText) say(socket, { say: 'text', delta: text });
    text = '';
  }

  look();
  return {
    take(event) {
      if (!('type' in event)) return;
      if (event.type === 'model.requested' || event.type === 'tool.requested') look();
      if (event.type !== 'text.delta' || servers.size === 0) return;
      if (!('text' in event) || typeof event.text !== 'string') return;
      text += event.text;
      timer ??= setTimeout(tellText, textMs).unref();
    },
    ask(given, signal) {
      number += 1;
      const question = { ...given, id: `${process.pid}-${number}`, ...shortened(given.text) };
      const { patienceMs } = options;
      return new Promise((resolve) => {
        let alone: NodeJS.Timeout | undefined;
        const looking = setInterval(look, lookMs);
        const settle = (answer: PageAnswer | { readonly unanswered: string }) => {
          if (!asked.delete(question.id)) return;
          clearInterval(looking);
          clearTimeout(alone);
          watchers.delete(watch);
          signal.removeEventListener('abort', takeBack);
          for (const { socket } of servers.values()) say(socket, { say: 'withdraw', id: question.id });
          resolve(answer);
        };
        const takeBack = () => settle({ unanswered: 'it was answered elsewhere' });
        /** Without anybody else to ask, a question waits for a page that is open, and for one to be opened only for a while. */
        const watch = () => {
          if (patienceMs === undefined) return;
          const isOpen = [...servers.values()].some(({ control, open }) => control && open > 0);
          if (isOpen) clearTimeout(alone);
          if (isOpen) alone = undefined;
          else
            alone ??= setTimeout(() => {
              const reason = canAnswer() ? 'no page was open' : 'no page could be asked';
              settle({ unanswered: `${reason} within ${Math.round(patienceMs / 1000)} seconds` });
            }, patienceMs);
        };
        asked.set(question.id, { question, settle });
        watchers.add(watch);
        signal.addEventListener('abort', takeBack, { once: true });
        look();
        for (const { socket } of servers.values())
          if (!socket.connecting) say(socket, { say: 'ask', ...question });
        watch();
        if (signal.aborted) takeBack();
      });
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      if (text !== '') tellText();
      for (const { socket } of servers.values()) socket.end();
    },
  };
}

/** A folder that cannot be looked into shows no server: a run never ends because nobody can watch it. */
function serversThere({ env, workspaces }: Pick<LinkOptions, 'env' | 'workspaces'>): readonly string[] {
  try {
    return socketsThere(env, workspaces);
  } catch (error) {
    if (diskTrouble(error) !== undefined) return [];
    throw error;
  }
}

/** A page says neither more nor less than a person at a terminal can. */
function answerIn({ answer, scope, reason }: Readonly<Record<string, unknown>>): PageAnswer | undefined {
  if (answer !== 'allow' && answer !== 'deny') return undefined;
  if (scope !== 'once' && scope !== 'session' && scope !== 'project') return undefined;
  if (reason !== undefined && typeof reason !== 'string') return undefined;
  return { answer, scope: answer === 'deny' ? 'once' : scope, ...(reason !== undefined && { reason }) };
}

/** The links of a process, by session. */
export interface Pages {
  open(session: LinkedSession): PageLink;
  of(session_id: string): PageLink | undefined;
}

export function pagesOf(options: LinkOptions): Pages {
  const links = new Map<string, PageLink>();
  return {
    open(session) {
      const link = pageLink(session, options);
      links.set(session.session_id, link);
      return link;
    },
    of: (session_id) => links.get(session_id),
  };
}

/** Whether a server is there whose pages may answer: one that says so within a moment. */
export async function canAskPages(options: Pick<LinkOptions, 'env' | 'workspaces'>): Promise<boolean> {
  const answers = serversThere(options).map((path) =>
    withShortName(
      path,
      (name) =>
        new Promise<boolean>((resolve) => {
          const socket = connectTo(name);
          const settle = (control: boolean) => {
            clearTimeout(timer);
            socket.destroy();
            resolve(control);
          };
          const timer = setTimeout(() => settle(false), helloMs);
          hear(socket, (said) => settle(said['say'] === 'here' && said['control'] === true));
          socket.once('close', () => settle(false));
        }),
    ),
  );
  return (await Promise.all(answers)).includes(true);
}

const helloMs = 2000;
