// The API of the page: one place that says what each address answers.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Services } from '../../cli/command.js';
import type { QuestionAnswer } from '../../dashboard/api.js';
import type { Dashboard } from '../../dashboard/dashboard.js';
import type { ShownFleets } from '../../dashboard/fleets.js';
import type { Entry } from '../../dashboard/session-index.js';
import { sessionListText } from '../../dashboard/session-list.js';
import { fail } from '../../protocol/codes.js';
import { Failure } from '../../protocol/failure.js';
import type { Members } from '../../protocol/members.js';
import { plainHeaders, type Route } from '../../serve/route.js';
import { attachment, bodyOf, sendFailure, sendJson, sendJsonPieces, sendText, textIn } from './api-answer.js';
import { catalogAnswer } from './catalog-answers.js';
import { type Download, exportOf, reportOf, transcriptOf } from './downloads.js';
import { changeMemory, memoryAnswer } from './memory-answers.js';
import type { RunCommand } from './own-command.js';
import { policyStart, underRules } from './policy-lab.js';
import { resumeSession } from './resume.js';
import { statsCsv, statsOf } from './stats-answers.js';
import { verifyAnswer } from './verify-answer.js';

export interface ApiOptions {
  readonly dashboard: Dashboard;
  readonly fleets: ShownFleets;
  readonly services: Services;
  readonly control: boolean;
  readonly run: RunCommand;
  readonly token: () => string;
  interrupt(entry: Entry): boolean;
  /** Somebody asked. */
  used(): void;
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** Aborted when whoever asked is gone. */
  readonly signal: AbortSignal;
}

type Answering = (asked: Asked, ...names: string[]) => object | undefined | Promise<object | undefined>;

/** What it gives is sent as JSON; nothing where it has answered by itself. */
export function apiRoutes(options: ApiOptions): Route[] {
  const { dashboard, fleets, services, control, run } = options;
  const stats = statsOf(dashboard);
  const controlled =
    (answer: (asked: Asked, body: Members, ...names: string[]) => object | Promise<object>): Answering =>
    async (asked, ...names) => {
      if (!control) throw fail('ui_read_only', { operation: 'control', target: 'ctx ui' });
      return answer(asked, await bodyOf(asked.request), ...names);
    };
  const download =
    (make: (entry: Entry, asked: Asked) => Promise<Download>): Answering =>
    async (asked, key = '') =>
      sendDownload(asked, await make(dashboard.entry(key), asked));

  const table: readonly (readonly [method: 'GET' | 'POST', path: string, answer: Answering])[] = [
    ['GET', 'status', () => dashboard.status()],
    [
      'GET',
      'events',
      ({ request, response }) => void dashboard.events.join(request, response, dashboard.hello),
    ],
    ['GET', 'running', () => ({ running: dashboard.running() })],
    [
      'GET',
      'sessions',
      async ({ request, response, query }) => {
        const listed = await dashboard.list(numberIn(query, 'limit'));
        return void (await sendJsonPieces(request, response, sessionListText(listed)));
      },
    ],
    ['GET', 'sessions/*', ({ query }, key = '') => dashboard.session(key, numberIn(query, 'since'))],
    ['GET', 'sessions/*/verify', ({ signal }, key = '') => verifyAnswer(dashboard.entry(key), run, signal)],
    ['GET', 'sessions/*/report', download((entry, { signal }) => reportOf(entry, run, signal))],
    [
      'GET',
      'sessions/*/export',
      download((entry, { query, signal }) => exportOf(entry, query.get('format') ?? 'data', run, signal)),
    ],
    [
      'GET',
      'sessions/*/transcript',
      download((entry, { query, signal }) =>
        transcriptOf(entry, query.get('format') ?? 'markdown', run, signal),
      ),
    ],
    ['GET', 'stats', ({ query }) => stats(query.get('since'))],
    [
      'GET',
      'stats.csv',
      async ({ request, response, query }) => {
        const text = statsCsv(await stats(query.get('since')), query.get('by'));
        sendText(request, response, text, 'text/csv; charset=utf-8', attachment('ctx-stats.csv'));
        return undefined;
      },
    ],
    ['GET', 'policy', () => policyStart()],
    [
      'POST',
      'policy',
      async ({ request, signal }) =>
        underRules(textIn(await bodyOf(request), 'yaml', 60_000), dashboard, signal),
    ],
    ['GET', 'memory', () => memoryAnswer(services)],
    [
      'POST',
      'memory',
      controlled(async (_asked, body) => {
        await changeMemory(body, services);
        return memoryAnswer(services);
      }),
    ],
    ['GET', 'catalog', ({ query, signal }) => catalogAnswer(query.get('task') ?? '', services, run, signal)],
    ['GET', 'fleets', () => fleets.list()],
    ['GET', 'fleets/*', ({ query }, key = '') => fleets.fleet(key, numberIn(query, 'since'))],
    ['GET', 'questions', () => ({ questions: dashboard.questions.all() })],
    ['POST', 'questions/*', controlled((_asked, body, id = '') => answerQuestion(dashboard, id, body))],
    [
      'POST',
      'sessions/*/interrupt',
      controlled((_asked, _body, key = '') => {
        const entry = dashboard.entry(key);
        if (!options.interrupt(entry))
          throw fail('session_not_linked', { operation: 'interrupt', target: entry.id });
        return { asked: true };
      }),
    ],
    [
      'POST',
      'sessions/*/resume',
      controlled((_asked, body, key = '') => resumeSession(dashboard.entry(key), body, services)),
    ],
  ];

  const route = (method: 'GET' | 'POST'): Route => ({
    method,
    path: '/api/',
    token: options.token,
    refusal: ({ reason }) => ({ error: refusalOf(reason) }),
    async handle(request, response, url) {
      options.used();
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      try {
        const found = answerFor(table, method, url.pathname.slice('/api/'.length));
        const asked = { request, response, query: url.searchParams, signal: gone.signal };
        const answer = await found.answer(asked, ...found.names);
        if (answer !== undefined && !response.destroyed) sendJson(request, response, answer);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (!response.headersSent && !response.destroyed) await sendFailure(response, error);
      }
    },
  });
  return [route('GET'), route('POST')];
}

function refusalOf(reason: string) {
  return {
    code: 'ui_refused',
    kind: 'auth',
    message: `The server does not let this page in: ${reason}.`,
    hint: 'Open the address that `ctx ui` printed; each start has a new one.',
  };
}

/** A star stands for one piece of the path, whatever it is: it is looked up, and never becomes a path of a file. */
function answerFor(
  table: readonly (readonly [method: string, path: string, answer: Answering])[],
  method: string,
  path: string,
): { readonly answer: Answering; readonly names: string[] } {
  const pieces = path.split('/').map(decoded);
  for (const [of, pattern, answer] of table) {
    const wanted = pattern.split('/');
    if (of !== method || wanted.length !== pieces.length) continue;
    if (wanted.every((word, i) => word === '*' || word === pieces[i]))
      return { answer, names: pieces.filter((_, i) => wanted[i] === '*') };
  }
  throw fail('api_unknown', { operation: 'find', target: path.slice(0, 100) });
}

function decoded(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}

function numberIn(query: URLSearchParams, name: string): number | undefined {
  const given = query.get(name);
  if (given === null) return undefined;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw fail('flag_value_invalid', {
    operation: 'parse',
    target: name,
    value: given.slice(0, 100),
    wanted: 'a number',
  });
}

function answerQuestion(dashboard: Dashboard, id: string, body: Members): object {
  const { answer, scope = 'once' } = body;
  const invalid = (reason: string) =>
    fail('api_body_invalid', { operation: 'parse', target: 'body', reason });
  if (answer !== 'allow' && answer !== 'deny') throw invalid('`answer` must be allow or deny');
  if (scope !== 'once' && scope !== 'session' && scope !== 'project')
    throw invalid('`scope` must be once, session or project');
  const reason = body['reason'] === undefined ? undefined : textIn(body, 'reason', 1000);
  const given: QuestionAnswer = { answer, scope, ...(reason !== undefined && { reason }) };
  switch (dashboard.questions.answer(id, given)) {
    case 'taken':
      return { taken: true };
    case 'elsewhere':
      throw fail('question_elsewhere', { operation: 'answer', target: id });
    case 'too_long':
      throw fail('question_too_long', { operation: 'answer', target: id });
    case 'gone':
      throw fail('question_answered', { operation: 'answer', target: id });
  }
}

function sendDownload({ response }: Asked, { name, type, body }: Download): undefined {
  response.writeHead(200, { ...plainHeaders, 'content-type': type, ...attachment(name) });
  response.end(body);
}
