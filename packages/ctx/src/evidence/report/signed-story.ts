// The story of a session as its report tells it: with the signature that lies beside the log, where there is one.

import { signatureState } from '../attest/signature-state.js';
import { readStory } from '../story/read-story.js';
import type { SessionStory } from '../story/story.js';
import { pageLimits } from './report-files.js';

export function storyForReport(path: string): SessionStory {
  return withSignature(readStory(path, pageLimits), path);
}

export function withSignature(story: SessionStory, path: string): SessionStory {
  const found = signatureState(path, story.head.hash);
  if (found === undefined) return story;
  const { state, key, signed_at } = found;
  const signature = {
    state,
    ...(key !== undefined && { key }),
    ...(signed_at !== undefined && { signed_at }),
  };
  return { ...story, signature };
}
