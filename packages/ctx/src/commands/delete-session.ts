import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { argument } from '../cli/inputs.js';
import { deleteSession } from '../session/delete.js';
import { sessionsFolder } from '../session/sessions-folder.js';
import { placeFlags } from './session-flags.js';

export default clawable({
  name: 'delete-session',
  group: 'sessions',
  summary: 'Delete a session',
  description:
    'Deletes the file of a session by its id. One that is not there is no error: the answer says deleted: false. A session that a running process writes to is refused.',
  examples: [{ line: 'ctx delete-session fix-the-test', says: 'delete it; again is no error' }],
  arguments: { id: argument.one('the session’s id') },
  flags: { 'sessions-dir': placeFlags['sessions-dir'] },
  returns: t.Object(
    { session_id: t.String(), path: t.String(), deleted: t.Boolean() },
    { additionalProperties: false },
  ),
  async run({ args: { id }, flags }, services) {
    const folder = sessionsFolder(services, flags['sessions-dir']);
    return { session_id: id, ...deleteSession(id, folder, services.cwd) };
  },
  render: ({ session_id, deleted }) =>
    deleted ? `Deleted ${session_id}.` : `There was no session ${session_id}.`,
});
