// Everybody who watches a session. Each is told what happens; a question goes to all of them, and the first answer is the answer.

import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { membersOf } from '../acp/fields.js';
import { PeerGone, RpcError } from '../acp/rpc-error.js';
import { oneLine } from '../approve/shown-call.js';
import type { Asked, Viewer } from './viewer.js';

export type Answered =
  | { readonly optionId: string; readonly from: string | undefined }
  | { readonly unanswered: string };

export interface Audience {
  readonly size: number;
  /** They are told what happens from now on. */
  join(viewer: Viewer): void;
  /** They have been told what was, and are asked what is open. */
  welcome(viewer: Viewer): void;
  leave(viewer: Viewer): void;
  /** `own`: whose prompt it is. */
  take(event: object, own: Viewer | undefined): void;
  tell(update: SessionUpdate): void;
  flush(): void;
  ask(askedOf: (viewer: Viewer) => Asked, signal: AbortSignal): Promise<Answered>;
}

interface OpenQuestion {
  askNow(viewer: Viewer): void;
  /** Nobody is there who could answer. */
  lonely(): void;
}

/** `waitMs`: how long a question waits for somebody to come; nothing where nobody else can. */
export function audience(sessionId: string, waitMs: number | undefined): Audience {
  const viewers = new Set<Viewer>();
  const welcomed = new Set<Viewer>();
  const open = new Set<OpenQuestion>();

  return {
    get size() {
      return viewers.size;
    },
    join(viewer) {
      viewers.add(viewer);
    },
    welcome(viewer) {
      if (!viewers.has(viewer)) return;
      welcomed.add(viewer);
      for (const question of open) question.askNow(viewer);
    },
    leave(viewer) {
      viewers.delete(viewer);
      welcomed.delete(viewer);
      if (viewers.size === 0) for (const question of open) question.lonely();
    },
    take(event, own) {
      for (const viewer of viewers) viewer.take(event, viewer === own);
    },
    tell(update) {
      for (const viewer of viewers) viewer.tell(update);
    },
    flush() {
      for (const viewer of viewers) viewer.flush();
    },
    ask(askedOf, signal) {
      return new Promise((resolve) => {
        const takenBack = new AbortController();
        const asked = new Set<Viewer>();
        let failed: string | undefined;
        let timer: NodeJS.Timeout | undefined;
        const settle = (answer: Answered) => {
          clearTimeout(timer);
          open.delete(question);
          signal.removeEventListener('abort', cancelled);
          takenBack.abort();
          resolve(answer);
        };
        const cancelled = () => settle({ unanswered: 'the turn was cancelled' });
        const question: OpenQuestion = {
          askNow(viewer) {
            clearTimeout(timer);
            asked.add(viewer);
            void answerOf(viewer, sessionId, askedOf(viewer), takenBack.signal).then((answer) => {
              asked.delete(viewer);
              if (takenBack.signal.aborted) return;
              if (answer !== 'gone' && !('problem' in answer)) return settle(answer);
              failed = answer === 'gone' ? 'the editor is gone' : answer.problem;
              if (asked.size > 0) return;
              if (answer === 'gone' && waitMs !== undefined) question.lonely();
              else settle({ unanswered: failed });
            });
          },
          lonely() {
            if (viewers.size > 0 || takenBack.signal.aborted) return;
            if (waitMs === undefined) return settle({ unanswered: 'the editor is gone' });
            clearTimeout(timer);
            const seconds = Math.round(waitMs / 1000);
            timer = setTimeout(
              () => settle({ unanswered: `nobody was connected within ${seconds} seconds` }),
              waitMs,
            );
            timer.unref();
          },
        };
        if (signal.aborted) return cancelled();
        signal.addEventListener('abort', cancelled, { once: true });
        open.add(question);
        for (const viewer of welcomed) question.askNow(viewer);
        question.lonely();
      });
    },
  };
}

async function answerOf(
  viewer: Viewer,
  sessionId: string,
  { toolCall, options }: Asked,
  signal: AbortSignal,
): Promise<Answered | 'gone' | { readonly problem: string }> {
  try {
    const answer = await viewer.connection.request(
      'session/request_permission',
      { sessionId, toolCall, options },
      signal,
    );
    const { outcome, optionId } = membersOf(membersOf(answer)['outcome']);
    if (outcome === 'cancelled') return { unanswered: 'the question was cancelled in the editor' };
    const chosen = options.find((option) => outcome === 'selected' && option.optionId === optionId);
    return chosen === undefined
      ? { unanswered: 'the editor answered with none of the options' }
      : { optionId: chosen.optionId, from: viewer.from };
  } catch (error) {
    if (error instanceof PeerGone) return 'gone';
    if (!(error instanceof RpcError)) throw error;
    return { problem: `the editor could not ask: ${oneLine(error.message)}` };
  }
}
