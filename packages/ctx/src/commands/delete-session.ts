import { basename, dirname } from 'node:path';
import * as t from 'typebox';
import { discardScratch } from '../agent/scratch.js';
import { clawable } from '../cli/command.js';
import { argument } from '../cli/inputs.js';
import { diskTrouble } from '../disk/system-errors.js';
import { projectRoot } from '../project/root.js';
import { closed } from '../protocol/closed.js';
import { removeSessionFolders } from '../sandbox/session-folders.js';
import { deleteSession } from '../session/delete.js';
import { isSessionId } from '../session/id.js';
import { sessionFolders } from '../session/sessions-folder.js';
import { folderFlags, folderFrom } from './session-flags.js';

export default clawable({
  name: 'delete-session',
  group: 'sessions',
  summary: 'Delete a session',
  description:
    'Deletes the session’s file, its scratch copy, and the private home and /tmp of its sandbox. A unique beginning or end of an id that ctx generated is enough; an id that you chose must be given in full. A session that does not exist is not an error: the answer says deleted: false. A session that is still being written is refused.',
  examples: [
    { line: 'ctx delete-session fix-the-test', says: 'delete it; deleting it twice is not an error' },
  ],
  arguments: { id: argument.one('the session’s id') },
  flags: folderFlags,
  returns: t.Object(
    {
      session_id: t.String(),
      deleted: t.Boolean(),
      status: t.Enum(['deleted', 'not_found']),
      directory: t.String(),
      path: t.String(),
    },
    closed,
  ),
  async run({ args: { id: given }, flags }, services) {
    const [directory = '', ...others] = sessionFolders(services, folderFrom(flags));
    const { path, deleted } = deleteFrom([directory, ...others], given, services.cwd);
    const id = basename(path, '.jsonl');
    orLeaveIt(() => removeSessionFolders(services.env, path));
    // Another folder's sessions may be those of another project.
    if (folderFrom(flags) === undefined && isSessionId(id))
      orLeaveIt(() => discardScratch(projectRoot(services), id));
    return {
      session_id: id,
      deleted,
      status: deleted ? 'deleted' : 'not_found',
      directory: deleted ? dirname(path) : directory,
      path,
    } as const;
  },
  render: ({ session_id, deleted }) =>
    deleted ? `Deleted ${session_id}.` : `There was no session ${session_id}.`,
});

/** The session is gone by then, and that is the answer: `ctx doctor` finds what else it had. */
function orLeaveIt(remove: () => void): void {
  try {
    remove();
  } catch (error) {
    if (diskTrouble(error) === undefined) throw error;
  }
}

/** From the first of the folders that has it. */
function deleteFrom([folder, ...others]: readonly [string, ...string[]], session: string, cwd: string) {
  const done = deleteSession(session, folder, cwd);
  const [next, ...rest] = others;
  // A path names one file, and that one lies in no other folder.
  if (done.deleted || next === undefined || !isSessionId(session)) return done;
  const elsewhere: ReturnType<typeof deleteSession> = deleteFrom([next, ...rest], session, cwd);
  return elsewhere.deleted ? elsewhere : done;
}
