import * as t from 'typebox';
import { dollars } from '../cli/amounts.js';
import { clawable } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { ago, columns, neutral, styled } from '../cli/terminal.js';
import { closed } from '../protocol/closed.js';
import { stopReasons, totals } from '../protocol/records.js';
import { listSessions } from '../session/list.js';
import { sessionFolders } from '../session/sessions-folder.js';
import { folderFlags, folderFrom } from './session-flags.js';

const listed = {
  session_id: t.String(),
  path: t.String(),
  bytes: t.Integer(),
  last_modified: t.String(),
  locked: t.Boolean(),
};

export default clawable({
  name: 'list-sessions',
  group: 'sessions',
  summary: 'List sessions, newest first',
  description:
    'Lists the fifty newest sessions of ctx and of every captured or imported agent: age, result, agent, model, cost and the first words of the task. Wherever a command takes a session, a unique beginning or end of its id is enough. Files that cannot be read are listed with the reason. To be fast, it reads only the first and last lines of a file, unless the session is open or has several runs.',
  examples: [
    { line: 'ctx list-sessions', says: 'the newest fifty' },
    { line: 'ctx list-sessions --limit 500 --output-format json', says: 'more of them, for a program' },
  ],
  arguments: {},
  flags: {
    limit: flag.integerOr(50, 'how many to list', { min: 1 }),
    ...folderFlags,
  },
  returns: t.Object(
    {
      directory: t.String(),
      /** How many sessions are listed here. */
      count: t.Integer(),
      /** How many files there are, listed or not. */
      total: t.Integer(),
      sessions: t.Array(
        t.Object(
          {
            ...listed,
            created_at: t.String(),
            title: t.String(),
            model: t.String(),
            prompt_count: t.Integer(),
            stopped: t.Boolean(),
            stop_reason: t.Union([t.Enum(stopReasons), t.Literal('open')]),
            records: t.Integer(),
            /** Of all runs; of an open one, its closed turns. */
            totals,
            /** Who acted, where that was not ctx, and how ctx came to know of it. */
            agent: t.Optional(t.String()),
            origin: t.Optional(t.Enum(['captured', 'imported'])),
            /** Where it was moved to, and did not come back from. */
            moved_to: t.Optional(t.String()),
          },
          closed,
        ),
      ),
      unreadable: t.Array(t.Object({ ...listed, why: t.String() }, closed)),
    },
    closed,
  ),
  async run({ flags }, services) {
    const folders = sessionFolders(services, folderFrom(flags));
    const [directory = ''] = folders;
    const { rows, total } = listSessions(folders, flags.limit);
    const sessions = rows.flatMap((row) => (row.readable ? [withoutReadable(row)] : []));
    const unreadable = rows.flatMap((row) => (row.readable ? [] : [withoutReadable(row)]));
    return { directory, count: sessions.length, total, sessions, unreadable };
  },
  render({ directory, total, sessions, unreadable }, terminal, now) {
    if (total === 0) return `No sessions in ${directory}.\nStart one: ctx "what you want done"`;
    const age = ({ last_modified }: { readonly last_modified: string }) =>
      ago(now() - Date.parse(last_modified));
    const rows = sessions.map((session) => {
      const style =
        session.stop_reason === 'completed' && session.moved_to === undefined ? 'green' : 'yellow';
      const { session_id, title, model, agent = 'ctx', origin, moved_to } = session;
      const left = moved_to === undefined ? undefined : neutral(`moved to ${moved_to}`);
      const state = session.locked ? 'running' : (left ?? session.stop_reason);
      return [
        session_id,
        age(session),
        styled(terminal, style, state),
        neutral(origin === undefined ? agent : `${agent}, ${origin}`),
        neutral(model),
        dollars(session.totals.cost_microusd),
        neutral(title),
      ];
    });
    const broken = unreadable.map((session) => [
      session.session_id,
      age(session),
      styled(terminal, 'red', `unreadable: ${session.why}`),
    ]);
    const rest = total - rows.length - broken.length;
    const more = rest > 0 ? `… and ${rest} more; --limit ${total} lists all\n` : '';
    return columns([...rows, ...broken]) + more + unsealedNote(sessions);
  },
});

/** What another agent did before ctx read of it is sealed by nobody. */
function unsealedNote(sessions: readonly { readonly origin?: string }[]): string {
  const isImported = sessions.some(({ origin }) => origin === 'imported');
  return isImported ? '\nimported: ctx detects changes since the import, not before\n' : '';
}

function withoutReadable<R extends { readonly readable: boolean }>({ readable: _, ...row }: R) {
  return row;
}
