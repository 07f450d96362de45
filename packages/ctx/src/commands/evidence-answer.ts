// What the commands share that make a folder out of a session.

import * as t from 'typebox';
import { flag } from '../cli/inputs.js';
import { columns, neutral } from '../cli/terminal.js';
import { runsToShow } from '../evidence/story/read-story.js';
import type { SessionStory } from '../evidence/story/story.js';

export const outFlags = {
  out: flag.requiredText('the folder to make; its parent must be there', 'DIR'),
  'run-id': flag.text('this run alone', 'ID'),
  public: flag.switch('let others on this machine read it; it is private otherwise, as the session is'),
};

export const folderAnswer = t.Object(
  {
    session_id: t.String(),
    out: t.String(),
    chain_head: t.String(),
    runs: t.Array(t.String()),
    files: t.Array(t.String()),
  },
  { additionalProperties: false },
);

type FolderAnswer = t.Static<typeof folderAnswer>;

export function folderAnswerOf(
  story: SessionStory,
  out: string,
  files: ReadonlyMap<string, unknown>,
  run_id: string | undefined,
): FolderAnswer {
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
