// A session that a script wrote, in a project of its own, for tests that sign it.

import { join } from 'node:path';
import { temporaryFolder } from './folder.js';
import { jsonOf, scriptedFolder, task } from './scripted.js';

export async function recordedSession() {
  const cwd = scriptedFolder([
    { say: 'Looking.', call: [{ tool: 'bash', input: { command: 'echo found' } }] },
    { say: 'Found.' },
  ]);
  const env = { HOME: temporaryFolder(), PATH: process.env['PATH'] };
  const { data } = await jsonOf(['run', ...task('Look.'), '--session-id', 's'], { cwd, env });
  const folder = join(cwd, '.context/sessions');
  const statement = join(folder, 's.statement.json');
  return { cwd, env, folder, statement, path: join(folder, 's.jsonl'), head: String(data?.['chain_head']) };
}
