// A session as Markdown for a pull request: printed, or a file in a folder.

import { type WrittenFolder, writeOutputFolder } from '../output-folder.js';
import { pageLimits } from '../report/report-files.js';
import { readStory, runsToShow } from '../story/read-story.js';
import { summaryName } from '../verify/loose-kind.js';
import { type Link, pullRequestComment } from './pull-request.js';

export interface SessionComment {
  readonly session_id: string;
  readonly chain_head: string;
  readonly runs: string[];
  readonly markdown: string;
}

export function commentOf(path: string, only: string | undefined, links: readonly Link[]): SessionComment {
  const story = readStory(path, pageLimits);
  const runs = runsToShow(story, only);
  return {
    session_id: story.session_id,
    chain_head: story.head.hash,
    runs: runs.map(({ run_id }) => run_id),
    markdown: pullRequestComment(story, runs, links),
  };
}

export function writeComment(comment: SessionComment, out: string, isPublic: boolean): WrittenFolder {
  const { markdown, ...facts } = comment;
  writeOutputFolder(out, new Map([[summaryName, markdown]]), isPublic);
  return { ...facts, out, files: [summaryName] };
}
