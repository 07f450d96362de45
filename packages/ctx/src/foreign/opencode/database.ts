// opencode's own database, read without changing it: each session as the lines that an export of it gives.

import { rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { homeFolder } from '../../disk/home-folder.js';
import { makeTemporaryFolder } from '../../disk/temporary-folder.js';
import type { Environment } from '../../disk/user-folder.js';
import { fail } from '../../protocol/codes.js';
import { parsedJson } from '../../protocol/parsed-json.js';
import { listOf, membersOf, textOf } from '../fields.js';

export interface ExportedSession {
  readonly path: string;
  readonly name: string;
}

interface Database {
  all(sql: string, ...values: string[]): readonly unknown[];
  close(): void;
}

/** Where opencode keeps everything. */
export function opencodeDatabase(env: Environment): string {
  const data = env['XDG_DATA_HOME'] ?? '';
  return join(isAbsolute(data) ? data : join(homeFolder(env), '.local', 'share'), 'opencode', 'opencode.db');
}

/** Gives each session of the database to `each`, as a file that goes afterwards. Parents come before their children. */
export function eachSession(path: string, each: (session: ExportedSession) => void): void {
  const database = openDatabase(path);
  const folder = makeTemporaryFolder('import');
  try {
    const sessions = database.all(
      'select id, parent_id, directory, version, time_created from session order by parent_id is not null, time_created',
    );
    for (const session of sessions.map(membersOf)) {
      const id = textOf(session['id']) ?? '';
      const info = {
        id,
        version: session['version'],
        directory: session['directory'],
        parentID: session['parent_id'] ?? undefined,
        time: { created: session['time_created'] },
      };
      const file = join(folder, 'session.json');
      writeFileSync(file, JSON.stringify({ info, messages: messagesOf(database, id) }), { mode: 0o600 });
      each({ path: file, name: `${id}.json` });
    }
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function messagesOf(database: Database, session: string): unknown[] {
  const parts = new Map<string, unknown[]>();
  for (const row of database.all(
    'select id, message_id, data from part where session_id = ? order by id',
    session,
  )) {
    const { message_id, data } = membersOf(row);
    const of = textOf(message_id) ?? '';
    parts.set(of, [...(parts.get(of) ?? []), parsed(data)]);
  }
  return database.all('select id, data from message where session_id = ? order by id', session).map((row) => {
    const { id, data } = membersOf(row);
    return { info: { ...membersOf(parsed(data)), id }, parts: listOf(parts.get(textOf(id) ?? '')) };
  });
}

function parsed(data: unknown): unknown {
  return typeof data === 'string' ? parsedJson(data) : undefined;
}

/** Node has SQLite since 22.13; before, an export is needed. */
function openDatabase(target: string): Database {
  const sqlite: unknown = process.getBuiltinModule('node:sqlite');
  const Opened: unknown = Reflect.get(Object(sqlite), 'DatabaseSync');
  if (typeof Opened !== 'function') throw fail('sqlite_missing', { operation: 'import', target });
  try {
    const database: object = Reflect.construct(Opened, [target, { readOnly: true }]);
    const call = (on: object, name: string, values: readonly unknown[]): unknown => {
      const method: unknown = Reflect.get(on, name);
      if (typeof method !== 'function') throw new TypeError(`SQLite has no ${name}`);
      return Reflect.apply(method, on, [...values]);
    };
    return {
      all: (sql, ...values) => listOf(call(Object(call(database, 'prepare', [sql])), 'all', values)),
      close: () => void call(database, 'close', []),
    };
  } catch (error) {
    throw fail('file_unreadable', {
      operation: 'read',
      target,
      cause: error,
      reason: 'it is not a database of opencode',
    });
  }
}
