import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { columns, styled } from '../cli/terminal.js';
import { stopReasons, totals } from '../protocol/records.js';
import { listSessions } from '../session/list.js';
import { sessionsFolder } from '../session/sessions-folder.js';
import { dollars } from './session-answer.js';
import { placeFlags } from './session-flags.js';

const closed = { additionalProperties: false };
const listed = {
  id: t.String(),
  path: t.String(),
  bytes: t.Integer(),
  changed_at: t.String(),
  locked: t.Boolean(),
};

export default clawable({
  name: 'list-sessions',
  group: 'sessions',
  summary: 'List the sessions, newest first',
  description:
    'The newest fifty by their last change, with how they ended and what they spent. Only the first and last lines of each file are read, so it is fast however long the sessions are. One that cannot be read is listed with the reason.',
  examples: [
    { line: 'ctx list-sessions', says: 'the newest fifty' },
    { line: 'ctx list-sessions --limit 500 --output-format json', says: 'more of them, for a program' },
  ],
  arguments: {},
  flags: {
    limit: flag.integerOr(50, 'how many to list', { min: 1 }),
    'sessions-dir': placeFlags['sessions-dir'],
  },
  returns: t.Object(
    {
      folder: t.String(),
      total: t.Integer(),
      sessions: t.Array(
        t.Union([
          t.Object(
            {
              ...listed,
              readable: t.Literal(true),
              opened_at: t.String(),
              records: t.Integer(),
              stop_reason: t.Union([t.Enum([...stopReasons]), t.Literal('open')]),
              totals: t.Union([totals, t.Null()]),
            },
            closed,
          ),
          t.Object({ ...listed, readable: t.Literal(false), why: t.String() }, closed),
        ]),
      ),
    },
    closed,
  ),
  async run({ flags }, services) {
    const folder = sessionsFolder(services, flags['sessions-dir']);
    const { rows, total } = listSessions(folder, flags.limit);
    return { folder, total, sessions: rows };
  },
  render({ folder, total, sessions }, terminal) {
    if (total === 0) return `No sessions in ${folder}.\nMake one with \`ctx run\`.`;
    const rows = sessions.map((session) => {
      const day = session.changed_at.slice(0, 16).replace('T', ' ');
      if (!session.readable) return [session.id, day, styled(terminal, 'red', `unreadable: ${session.why}`)];
      const style = session.stop_reason === 'completed' ? 'green' : 'yellow';
      const { turns = 0, model_calls = 0, cost_microusd = 0 } = session.totals ?? {};
      const spent =
        session.totals === null ? '' : `${turns} turns, ${model_calls} calls, ${dollars(cost_microusd)}`;
      const state = session.locked ? 'running' : session.stop_reason;
      return [session.id, day, styled(terminal, style, state), `${session.records} records`, spent];
    });
    const rest = total - sessions.length;
    return columns(rows) + (rest > 0 ? `… and ${rest} more; --limit ${total} lists all\n` : '');
  },
});
