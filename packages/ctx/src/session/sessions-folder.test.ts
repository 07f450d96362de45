import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inScratch, onSmallDisk, remountReadOnly } from '../disk/fixtures/scratch.js';
import { allForeignFolders, foreignSessionId, foreignSessionsFolder } from './foreign-sessions.js';
import { sessionId } from './id.js';
import {
  lastSession,
  locateSession,
  makeSessionsFolder,
  sessionFolders,
  sessionPath,
  sessionsFolder,
} from './sessions-folder.js';

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

  it('is refused where the repository made it, or .context, a link out of the project', () =>
    inTree((root) => {
      const elsewhere = join(root, 'other');
      const project = join(root, 'project');
      mkdirSync(join(elsewhere, 'sessions'), { recursive: true });
      mkdirSync(join(project, '.context'), { recursive: true });
      symlinkSync(join(elsewhere, 'sessions'), join(project, '.context/sessions'));
      const at = { cwd: project, env: { HOME: root } };
      expect(() => sessionsFolder(at)).toThrow('path_outside');
      expect(sessionsFolder(at, elsewhere)).toBe(elsewhere);
      rmSync(join(project, '.context'), { recursive: true });
      symlinkSync(elsewhere, join(project, '.context'));
      expect(() => sessionsFolder(at)).toThrow('path_outside');
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

  it('is known by the beginning or the end of its id, where no other one has it', () =>
    inTree((root) => {
      withSessions(root, '20261117-120000000-abcdefgh', '20261118-120000000-mnpqrstv', 'fix', 'fix-it');
      const found = (word: string) => relative(root, locateSession(word, root, root));
      expect(found('20261118')).toBe('20261118-120000000-mnpqrstv.jsonl');
      expect(found('abcdefgh')).toBe('20261117-120000000-abcdefgh.jsonl');
      expect(found('fix')).toBe('fix.jsonl');
      expect(() => found('2026')).toThrow(
        expect.objectContaining({
          code: 'session_ambiguous',
          where: expect.objectContaining({
            matches: ['20261117-120000000-abcdefgh', '20261118-120000000-mnpqrstv'],
          }),
        }),
      );
      expect(() => found('gh')).toThrow(expect.objectContaining({ code: 'session_unknown' }));
      expect(() => found('2026.jsonl')).toThrow(expect.objectContaining({ code: 'session_unknown' }));
    }));

  it('is the one that changed last where --last stands for it', () =>
    inTree((root) => {
      expect(() => locateSession(lastSession, join(root, 'none'), root)).toThrow(
        expect.objectContaining({ code: 'session_none' }),
      );
      withSessions(root, 'a', 'b', 'c');
      for (const [id, second] of [
        ['a', 2],
        ['b', 3],
        ['c', 1],
      ] as const)
        utimesSync(join(root, `${id}.jsonl`), second, second);
      expect(locateSession(lastSession, root, root)).toBe(join(root, 'b.jsonl'));
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

function withSessions(folder: string, ...ids: readonly string[]): void {
  for (const id of ids) writeFileSync(join(folder, `${id}.jsonl`), '');
}

function inTree(use: (root: string) => void): void {
  inScratch((folder) => use(realpathSync(folder)));
}

describe('sessions of other agents', () => {
  it('are found by id beside the project’s own, unless a folder is named', () =>
    inTree((root) => {
      const project = join(root, 'project');
      mkdirSync(join(project, '.context/sessions'), { recursive: true });
      const at = { cwd: project, env: { HOME: root } };
      const folder = foreignSessionsFolder(project, at.env) ?? '';
      mkdirSync(folder, { recursive: true });
      const path = join(folder, 'codex-0199.jsonl');
      writeFileSync(path, '');
      expect(folder).toBe(join(root, '.local/state/ctx/projects', project, '.sessions'));
      expect(locateSession('codex-01', sessionFolders(at), project)).toBe(path);
      expect(locateSession(lastSession, sessionFolders(at), project)).toBe(path);
      expect(allForeignFolders(at.env)).toEqual([folder]);
      const named = sessionFolders(at, join(project, '.context/sessions'));
      expect(() => locateSession('codex-0199', named, project)).toThrow('session_unknown');
      writeFileSync(join(project, '.context/sessions/codex-0155.jsonl'), '');
      expect(() => locateSession('codex-01', sessionFolders(at), project)).toThrow('session_ambiguous');
    }));

  it('have an id that is a file’s name, whatever their host calls them', () => {
    expect(foreignSessionId('qwen', '6f1e-22')).toBe('qwen-6f1e-22');
    const odd = foreignSessionId('gemini', '../../etc/passwd');
    expect(odd).toMatch(/^gemini-[\w-]+$/);
    expect(foreignSessionId('gemini', '../../etc/passwd ')).not.toBe(odd);
    expect(foreignSessionId('x', 'y'.repeat(500)).length).toBeLessThan(128);
  });
});
