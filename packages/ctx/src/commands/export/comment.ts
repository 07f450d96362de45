// A session as Markdown for a pull request: printed, or a file in a folder.

import { writeOutputFolder } from '../../evidence/output-folder.js';
import { pageLimits } from '../../evidence/report/report-files.js';
import { readStory, runsToShow } from '../../evidence/story/read-story.js';
import { type Link, pullRequestComment } from '../../evidence/summary/pull-request.js';
import { summaryName } from '../../evidence/verify/loose-kind.js';
import { fail } from '../../protocol/codes.js';
import type { FolderAnswer } from '../evidence-answer.js';
import type { CommentAnswer } from './answers.js';

export function commentOf(path: string, only: string | undefined, links: readonly Link[]): CommentAnswer {
  const story = readStory(path, pageLimits);
  const runs = runsToShow(story, only);
  return {
    session_id: story.session_id,
    chain_head: story.head.hash,
    runs: runs.map(({ run_id }) => run_id),
    markdown: pullRequestComment(story, runs, links),
  };
}

export function writeComment(comment: CommentAnswer, out: string, isPublic: boolean): FolderAnswer {
  const { markdown, ...facts } = comment;
  writeOutputFolder(out, new Map([[summaryName, markdown]]), isPublic);
  return { ...facts, out, files: [summaryName] };
}

/** `Report=https://…`. */
export function linkFrom(given: string): Link {
  const at = given.indexOf('=');
  const [text, url] = [given.slice(0, at).trim(), given.slice(at + 1).trim()];
  if (at > 0 && text !== '' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))
    return { text, url: new URL(url).href };
  const wanted = 'a text and an http:// or https:// address: Report=https://example.com/report';
  throw fail('flag_value_invalid', { operation: 'argparse', target: '--link', value: given, wanted });
}
