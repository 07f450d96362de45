// A report as files: a page for each run and an index, or one run's page alone, the same bytes as in the whole.

import { hash } from 'node:crypto';
import { runsToShow } from '../story/read-story.js';
import type { StoryLimits } from '../story/shorten.js';
import type { SessionStory } from '../story/story.js';
import { indexPage } from './index-page.js';
import { indexName } from './page.js';
import { runPage, runPageName } from './run-page.js';

/** A page that a browser can show. */
export const pageLimits: StoryLimits = { steps: 4_000, text: 24_000_000, changedText: 16_000_000 };

export function reportFiles(session: SessionStory, run_id?: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const run of runsToShow(session, run_id)) files.set(runPageName(run.run_id), runPage(session, run));
  if (run_id !== undefined) return files;
  const pages = Array.from(files, ([name, text]) => ({ name, sha256: hash('sha256', text) }));
  files.set(indexName, indexPage(session, pages));
  return files;
}
