// What ctx makes of one session of the corpus: verify, replay, report and resume, each in a word or two.

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaySession } from '../src/evidence/replay/replay-session.js';
import { verify } from '../src/evidence/verify-entry.js';
import { Failure } from '../src/protocol/failure.js';
import { envelopeOf, type ReadEnvelope } from './envelope.js';
import { runCtx } from './in-process.js';
import { recordsOf } from './session-files.js';

export const corpus = join(import.meta.dirname, '../../../contracts/session/corpus');

export interface CorpusVerdict {
  /** Of the file: a session of the corpus is never changed. */
  readonly sha256: string;
  /** The verdict, and each finding with its record. */
  readonly verify: readonly string[];
  /** `identical`, the first difference, or why it is not replayed. */
  readonly replay: string;
  /** The pages, or why there are none. */
  readonly report: readonly string[] | string;
  /** What a task more comes to, and the verdict on the session if it has grown. */
  readonly resume: string;
}

/** Every session of the corpus by its name, without the fleet's own log. */
export function corpusSessions(): readonly string[] {
  return readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl') && !name.endsWith('.fleet.jsonl'))
    .sort();
}

/** `place` is an empty folder. */
export async function verdictOn(name: string, place: string): Promise<CorpusVerdict> {
  const kept = join(corpus, name);
  const project = join(place, 'project');
  const sessions = join(project, '.context/sessions');
  mkdirSync(sessions, { recursive: true });
  for (const file of readdirSync(dirname(kept)).filter((other) => isBeside(other, basename(name))))
    cpSync(join(dirname(kept), file), join(sessions, file));
  const path = join(sessions, basename(name));
  return {
    sha256: createHash('sha256').update(readFileSync(kept)).digest('hex'),
    verify: verifyOf(path),
    replay: await replayOf(path),
    report: await reportOf(path, project),
    resume: await resumeOf(path, project),
  };
}

/** A session's signature goes with it. */
function isBeside(file: string, session: string): boolean {
  return file === session || file.startsWith(`${session.replace(/\.jsonl$/, '')}.statement.`);
}

export function verifyOf(path: string): readonly string[] {
  const { verdict, findings } = verify(path);
  return [verdict, ...findings.map(({ code, seq }) => `${code} ${seq}`)];
}

export async function replayOf(path: string): Promise<string> {
  try {
    const { difference } = await replaySession(recordsOf(path));
    return difference === undefined ? 'identical' : `${difference.seq} ${difference.path}`;
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

async function reportOf(path: string, cwd: string): Promise<readonly string[] | string> {
  const { data, error } = await answerOf(['report', path, '--out', 'report'], cwd);
  if (error !== undefined) return error.code;
  return Array.isArray(data?.['files']) ? data['files'].map(String) : [];
}

async function resumeOf(path: string, cwd: string): Promise<string> {
  const before = readFileSync(path);
  const flags = ['--task', 'And now?', '--model', 'script:echo', '--trust-log'];
  const { error } = await answerOf(['resume', path, ...flags], cwd);
  const said = error === undefined ? 'resumed' : error.code;
  return readFileSync(path).equals(before) ? said : `${said}, ${verify(path).verdict}`;
}

async function answerOf(argv: readonly string[], cwd: string): Promise<ReadEnvelope> {
  const env = { HOME: join(dirname(cwd), 'home'), PATH: process.env['PATH'] };
  return envelopeOf(await runCtx([...argv, '--json'], { cwd, env }));
}
