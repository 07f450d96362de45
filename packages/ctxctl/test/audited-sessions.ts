// A repository with sessions that ctx ran in it, whose commits name them, for tests of the audits.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { cleanEnvironment } from '../../ctx/test/built.js';
import { envelopeOf } from '../../ctx/test/envelope.js';
import { temporaryFolder } from '../../ctx/test/folder.js';
import { fixedClock, runIn } from '../../ctx/test/in-process.js';
import { jsonOf, scriptedFolder, task } from '../../ctx/test/scripted.js';
import { ctxctlProgram } from './repository.js';

/** The day of the sessions' clock. */
const day = '2026-11-15T20:00:00Z';

export async function auditedSessions(steps: readonly object[] = [{ say: 'Done.' }]) {
  const root = scriptedFolder(steps);
  const home = temporaryFolder();
  const env = cleanEnvironment(home);
  const when = { day };
  const git = (...words: readonly string[]) =>
    execFileSync('git', words, {
      cwd: root,
      env: { ...env, GIT_COMMITTER_DATE: when.day, GIT_AUTHOR_DATE: when.day },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'A');
  git('config', 'user.email', 'a@example.com');
  git('add', 's.yaml');
  git('commit', '-q', '-m', 'First');
  git('checkout', '-q', '-b', 'work');
  const run = async (id: string) => {
    const { data, error } = await jsonOf(['run', ...task('Look.'), '--session-id', id], { cwd: root, env });
    expect(error).toBeUndefined();
    return { id, head: String(data?.['chain_head']), path: join(root, '.context/sessions', `${id}.jsonl`) };
  };
  const audit = async (...words: readonly string[]) => {
    const argv = ['audit', ...words, '--output-format', 'json'];
    const answer = await runIn(ctxctlProgram(), argv, { cwd: root, env, clock: fixedClock });
    const { data, error } = envelopeOf(answer);
    return { data, error, findings: Array.isArray(data?.['findings']) ? data['findings'].map(String) : [] };
  };
  return {
    root,
    home,
    env,
    git,
    run,
    audit,
    /** What git's clock says from now on. */
    when,
    /** A commit of all that is there with this message; its name, as findings show it. */
    commit: (message: string, by = 'a@example.com') => {
      git('add', '--all');
      git('-c', `user.email=${by}`, 'commit', '-q', '--allow-empty', '-m', message);
      return git('rev-parse', 'HEAD').slice(0, 12);
    },
    report: (kind: string) => readFileSync(join(root, '.context/audit', `${kind}.md`), 'utf8'),
    write: (path: string, text: string) => writeFileSync(join(root, path), text),
  };
}

export function trailer({ id, head }: { readonly id: string; readonly head: string }): string {
  return `Ctx-Session: ${id} ${head}`;
}
