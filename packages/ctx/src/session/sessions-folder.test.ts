import { existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inScratch, onSmallDisk, remountReadOnly } from '../disk/fixtures/scratch.js';
import { sessionId } from './id.js';
import { locateSession, makeSessionsFolder, sessionPath, sessionsFolder } from './sessions-folder.js';

describe('the folder of the sessions', () => {
  it('is below the root, unless a flag or the environment names another', () =>
    inTree((root) => {
      const env = { HOME: root };
      expect(sessionsFolder({ cwd: root, env })).toBe(join(root, '.context', 'sessions'));
      expect(sessionsFolder({ cwd: root, env: { ...env, CTX_SESSIONS_DIR: 'from-env' } })).toBe(
        join(root, 'from-env'),
      );
      expect(sessionsFolder({ cwd: root, env: { ...env, CTX_SESSIONS_DIR: 'from-env' } }, '/from/flag')).toBe(
        '/from/flag',
      );
    }));

  it('is made private and ignored by git', () =>
    inTree((root) => {
      const folder = join(root, '.context', 'sessions');
      makeSessionsFolder(folder);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
      expect(readdirSync(join(root, '.context'))).toEqual(['sessions']);
    }));

  it('that is there already is left alone', () =>
    inTree((root) => {
      makeSessionsFolder(root);
      expect(existsSync(join(root, '.gitignore'))).toBe(false);
    }));

  it('that cannot be made is said', () =>
    onSmallDisk(64, (root) => {
      writeFileSync(join(root, 'file'), '');
      const unwritable = expect.objectContaining({ code: 'file_unwritable' });
      expect(() => makeSessionsFolder(join(root, 'file', 'sessions'))).toThrow(unwritable);
      remountReadOnly(root);
      expect(() => makeSessionsFolder(join(root, 'sessions'))).toThrow(unwritable);
    }));
});

describe('SESSION', () => {
  it('is an id in the folder, or the path of a file', () =>
    inTree((root) => {
      const folder = join(root, 'sessions');
      makeSessionsFolder(folder);
      writeFileSync(join(folder, 'fix-it.jsonl'), '');
      writeFileSync(join(root, 'copy.jsonl'), '');
      expect(locateSession('fix-it', folder, root)).toBe(join(folder, 'fix-it.jsonl'));
      expect(locateSession('copy.jsonl', folder, root)).toBe(join(root, 'copy.jsonl'));
      expect(locateSession('./sessions/fix-it.jsonl', folder, root)).toBe(join(folder, 'fix-it.jsonl'));
      expect(sessionPath(folder, sessionId('new'))).toBe(join(folder, 'new.jsonl'));
    }));

  it('that is not there is unknown, and says where it was looked for', () =>
    inTree((root) => {
      writeFileSync(join(root, 'file'), '');
      for (const session of ['nope', './nope', 'nope.jsonl', 'file/x.jsonl', `${'x'.repeat(300)}/y`]) {
        expect(() => locateSession(session, root, root)).toThrow(
          expect.objectContaining({
            code: 'session_unknown',
            row: expect.objectContaining({ kind: 'session_not_found' }),
            where: expect.objectContaining({ folder: root, target: session }),
          }),
        );
      }
    }));

  it('that could be no id is refused', () =>
    inTree((root) => {
      for (const session of ['..', '-x', 'a b', '']) {
        expect(() => locateSession(session, root, root)).toThrow(
          expect.objectContaining({ code: 'session_id_invalid' }),
        );
      }
    }));
});

function inTree(use: (root: string) => void): void {
  inScratch((folder) => use(realpathSync(folder)));
}
