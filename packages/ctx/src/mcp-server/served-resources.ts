// What hosts can attach to a conversation: the brief, the sessions, and what a session looks like as a report.

import { statSync } from 'node:fs';
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type TextResourceContents,
} from '@modelcontextprotocol/server';
import type { Services } from '../cli/command.js';
import { isInside } from '../disk/inside.js';
import { pageLimits, reportFiles } from '../evidence/report/report-files.js';
import { readStory } from '../evidence/story/read-story.js';
import { composeBrief } from '../memory/brief/compose.js';
import { openContext } from '../memory/context.js';
import { withoutHostTags } from '../protocol/foreign-text.js';
import { isSessionId, type SessionId } from '../session/id.js';
import { listSessions } from '../session/list.js';
import { readSession, soundReading } from '../session/reader.js';
import { sessionFolders, sessionPath } from '../session/sessions-folder.js';
import { boundedTranscriber, type Transcript } from '../session/transcript.js';
import { markdownOf } from '../session/transcript-markdown.js';

const briefTokens = 4_000;
const brief = 'ctx://brief';
const sessions = 'ctx://sessions';
/** Hosts show a list to choose from. */
const mostListed = 20;
/** More than a model can read is not sent to one. */
const largestPages = 4 << 20;

export const resourceTemplates = [
  {
    uriTemplate: `${sessions}/{session}`,
    name: 'session',
    description: 'A recorded session: runs, messages, tool calls.',
    mimeType: 'text/markdown',
  },
  {
    uriTemplate: 'ctx://reports/{session}',
    name: 'report',
    description: 'The report on a session, as HTML pages.',
    mimeType: 'text/html',
  },
];

export function servedResources(services: Services) {
  const { rows } = listSessions(sessionFolders(services), mostListed);
  return [
    {
      uri: brief,
      name: 'brief',
      description: 'What to read first in this project.',
      mimeType: 'text/markdown',
    },
    {
      uri: sessions,
      name: 'sessions',
      description: 'The sessions of this project, newest first.',
      mimeType: 'application/json',
    },
    ...rows.flatMap(({ session_id: id }) => [
      { uri: `${sessions}/${id}`, name: `session ${id}`, mimeType: 'text/markdown' },
      { uri: `ctx://reports/${id}`, name: `report ${id}`, mimeType: 'text/html' },
    ]),
  ];
}

export async function readResource(uri: string, services: Services): Promise<TextResourceContents[]> {
  const one = (mimeType: string, text: string) => [{ uri, mimeType, text: withoutHostTags(text) }];
  if (uri === brief) return one('text/markdown', await briefText(services));
  if (uri === sessions)
    return one('application/json', JSON.stringify(listSessions(sessionFolders(services))));
  const [, kind, id = ''] = /^ctx:\/\/(sessions|reports)\/([^/]+)$/.exec(uri) ?? [];
  const path = isSessionId(id) ? ownSession(id, services) : undefined;
  if (path === undefined) throw new ResourceNotFoundError(uri);
  if (kind === 'reports') return pagesOf(uri, path);
  return one('text/markdown', markdownOf(transcriptIn(path)));
}

export async function briefText(services: Services): Promise<string> {
  const now = services.clock.now();
  const { packet, unread } = await composeBrief(openContext(services), now, briefTokens);
  const text = packet.text === '' ? 'The memory of this project is empty.\n' : packet.text;
  return text + unread.map(({ source, why }) => `\n${source} cannot be read: ${why}\n`).join('');
}

function transcriptIn(path: string): Transcript {
  const transcriber = boundedTranscriber(path);
  soundReading(readSession(path, transcriber.take), path, 'read');
  return transcriber.transcript();
}

/** Nothing for a session that is not there, or whose file leads out of the folder of sessions. */
function ownSession(id: SessionId, services: Services): string | undefined {
  for (const folder of sessionFolders(services)) {
    const path = sessionPath(folder, id);
    if (isInside(folder, path) && statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  }
  return undefined;
}

function pagesOf(uri: string, path: string): TextResourceContents[] {
  const pages = [...reportFiles(readStory(path, pageLimits))];
  const bytes = pages.reduce((sum, [, text]) => sum + text.length, 0);
  if (bytes > largestPages)
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      `the report has ${bytes} bytes, too many to send: use ctx report`,
    );
  return pages.map(([name, text]) => ({ uri: `${uri}/${name}`, mimeType: 'text/html', text }));
}
