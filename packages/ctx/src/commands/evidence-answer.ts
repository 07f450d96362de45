// What the commands share that make a folder out of a session.

import { join, resolve } from 'node:path';
import * as t from 'typebox';
import type { Services } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { columns, neutral } from '../cli/terminal.js';
import { isThere } from '../disk/is-there.js';
import { refuseOutputFolder, writeOutputFolder } from '../evidence/output-folder.js';
import { readStory, runsToShow } from '../evidence/story/read-story.js';
import type { StoryLimits } from '../evidence/story/shorten.js';
import type { SessionStory } from '../evidence/story/story.js';
import { closed } from '../protocol/closed.js';
import { findSession } from '../session/sessions-folder.js';
import { lastFlag, placeFlags, sessionFrom } from './session-flags.js';
import { sessionOrTranscript } from './whose-transcript.js';

export const outFlags = {
  out: flag.text('a new folder; its parent must exist', 'DIR'),
  'run-id': flag.text('only this run', 'ID'),
  public: flag.switch('let others on this machine read it (default: only you)'),
  ...lastFlag,
  'sessions-dir': placeFlags['sessions-dir'],
};

export const folderAnswer = t.Object(
  {
    session_id: t.String(),
    out: t.String(),
    chain_head: t.String(),
    runs: t.Array(t.String()),
    files: t.Array(t.String()),
  },
  closed,
);

export type FolderAnswer = t.Static<typeof folderAnswer>;

export interface FolderFlags {
  readonly out: string | undefined;
  readonly 'run-id': string | undefined;
  readonly public: boolean;
  readonly last: boolean;
  readonly 'sessions-dir': string | undefined;
}

interface GivenSession {
  readonly session: string | undefined;
  readonly command: string;
}

export function pathOfSession(given: GivenSession, flags: FolderFlags, services: Services): string {
  const session = sessionFrom(given.session, flags, given.command);
  return findSession(session, services, flags['sessions-dir']);
}

/** Where it goes: what `--out` says, or a new folder here that is called after the session. */
export function outFolder(
  { out }: Pick<FolderFlags, 'out'>,
  usual: string,
  { cwd }: Pick<Services, 'cwd'>,
): string {
  if (out !== undefined) return resolve(cwd, out);
  const named = usual.replace(/[^\w.-]/g, '-');
  for (let number = 1; ; number++) {
    const folder = join(cwd, number === 1 ? named : `${named}-${number}`);
    if (!isThere(folder)) return folder;
  }
}

type FilesOf = (story: SessionStory, run_id: string | undefined) => ReadonlyMap<string, string | Uint8Array>;

/** The folder is refused before the log is read, and appears whole. */
export async function writeFolder(
  given: GivenSession,
  flags: FolderFlags,
  services: Services,
  filesOf: () => Promise<FilesOf>,
  limits?: StoryLimits,
): Promise<FolderAnswer> {
  const run_id = flags['run-id'];
  const path = pathOfSession(given, flags, services);
  if (flags.out !== undefined) refuseOutputFolder(resolve(services.cwd, flags.out));
  const story = await sessionOrTranscript(path, () => readStory(path, limits));
  const out = outFolder(flags, `${given.command}-${story.session_id}`, services);
  const files = (await filesOf())(story, run_id);
  writeOutputFolder(out, files, flags.public);
  return {
    session_id: story.session_id,
    out,
    chain_head: story.head.hash,
    runs: runsToShow(story, run_id).map((run) => run.run_id),
    files: [...files.keys()].sort(),
  };
}

export function folderText({ out, files, chain_head }: FolderAnswer): string {
  return columns([...files.map((file) => ['wrote', neutral(`${out}/${file}`)]), ['chain head', chain_head]]);
}
