import * as t from 'typebox';
import { clawable, type Services } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { counted, neutral, styled } from '../cli/terminal.js';
import { type Context, openContext } from '../memory/context.js';
import { memoryKinds } from '../memory/search/memory-items.js';
import { search } from '../memory/search/search.js';
import { usualBudget, wholeBudget } from '../memory/search/sessions.js';
import { projectRoot } from '../project/root.js';
import { closed } from '../protocol/closed.js';
import { Failure } from '../protocol/failure.js';
import { newestSession } from '../session/session-files.js';
import { sessionFolders } from '../session/sessions-folder.js';

const orNull = <S extends t.TSchema>(schema: S) => t.Union([schema, t.Null()]);

export default clawable({
  name: 'search',
  group: 'memory',
  summary: 'Search memory and sessions',
  description:
    'Searches tasks, decisions, learnings, conventions and their archives, reminders, handovers, the pad (if your key opens it), what agents were asked and touched (where hooks are installed), and what was said in sessions of ctx and of other agents. It searches the newest 10,000 sessions, up to a gigabyte of them; --all-sessions searches every one. The answer says how many were searched. A hit contains every word of the query, in any case; quoted words must be adjacent. Written notes rank before what was said, titles before texts, newer before older.',
  examples: [
    { line: 'ctx search parser strict', says: 'both words, anywhere' },
    { line: 'ctx search \'"wrong key"\' --limit 5', says: 'these words as they are' },
  ],
  arguments: { query: argument.many('words to find, all of them; "quoted" words must be adjacent') },
  flags: {
    limit: flag.integerOr(20, 'how many to show', { min: 1, max: 1000 }),
    'all-sessions': flag.switch('search every session, however many there are'),
    'no-pad': flag.switch('leave the pad out'),
  },
  returns: t.Object(
    {
      total: t.Integer(),
      hits: t.Array(
        t.Object(
          {
            kind: t.Enum([...memoryKinds, 'session']),
            id: orNull(t.String()),
            source: t.String(),
            line: orNull(t.Integer()),
            title: t.String(),
            snippet: t.String(),
            score: t.Number(),
            at: orNull(t.String()),
          },
          closed,
        ),
      ),
      /** Parts of the memory that could not be searched, and why. */
      unread: t.Array(t.Object({ source: t.String(), why: t.String() }, closed)),
      /** How many there are, how many of them were searched, the newest first, and how many cannot be read. */
      sessions: t.Object({ searched: t.Integer(), total: t.Integer(), unreadable: t.Integer() }, closed),
    },
    closed,
  ),
  async run({ args, flags }, services) {
    const sessions = sessionFolders(services);
    const context = memoryOrSessions(services, sessions);
    const now = services.clock.now();
    const budget = flags['all-sessions'] ? wholeBudget : usualBudget;
    const pad = flags['no-pad'] ? undefined : services;
    const found = await search(context, {
      words: args.query,
      pad,
      sessions,
      budget,
      limit: flags.limit,
      now,
    });
    const { total, hits, unread, sessions: searched } = found;
    const shown = hits.map((hit) => ({
      ...hit,
      id: hit.id ?? null,
      line: hit.line ?? null,
      at: hit.at ?? null,
    }));
    return { total, hits: shown, unread: [...unread], sessions: { ...searched } };
  },
  render({ total, hits }, terminal) {
    if (total === 0) return 'Nothing found.';
    const lines = hits.map(({ kind, id, source, line, title, snippet }) => {
      const where = `${source}${line === null ? '' : `:${line}`}`;
      const name = kind === 'session' ? `${kind}, ${title}` : `${kind} ${id ?? ''}`.trim();
      const first = `${styled(terminal, 'bold', name)}  ${styled(terminal, 'dim', where)}`;
      const said = snippet === '' || title.includes(snippet) ? [] : [snippet];
      const texts = (kind === 'session' ? [snippet] : [title, ...said]).map((text) => `  ${neutral(text)}`);
      return `${first}\n${texts.join('\n')}\n`;
    });
    const rest = total - hits.length;
    return lines.join('') + (rest > 0 ? `… and ${rest} more; --limit ${total} shows all\n` : '');
  },
  warnings: ({ unread, sessions }) => [
    ...unread.map(({ source, why }) => `${source} could not be searched (${why})`),
    ...sessionWarnings(sessions),
  ],
});

/** A project without a memory may have sessions of other agents, which are searched alone. */
function memoryOrSessions(services: Services, sessions: readonly string[]): Context {
  try {
    return openContext(services);
  } catch (error) {
    const isMissing = error instanceof Failure && error.code === 'context_missing';
    if (!isMissing || !sessions.some((folder) => newestSession(folder) !== undefined)) throw error;
    return { root: projectRoot(services) };
  }
}

function sessionWarnings({ searched, total, unreadable }: SearchedCounts): string[] {
  const rest = total - searched - unreadable;
  return [
    ...(unreadable === 0 ? [] : [`${counted(unreadable, 'session')} could not be read`]),
    ...(rest === 0
      ? []
      : [`searched the newest ${searched} of ${total} sessions; --all-sessions searches every one`]),
  ];
}

interface SearchedCounts {
  readonly searched: number;
  readonly total: number;
  readonly unreadable: number;
}
